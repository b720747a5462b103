import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Catalog } from "../../engine/catalog.ts";
import { voidEvent } from "../../engine/create-event.ts";
import { type EventListQuery, listSensorEvents, listSpaceEvents } from "../../engine/event-queries.ts";
import type { SensorEvent } from "../../engine/ports.ts";
import { actingFor } from "../auth.ts";
import { linksOf, pageParameters, stretchOf } from "../pagination.ts";
import { id, instant, order, sensorPlacement } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const common = {
  id: z.string(),
  doorway_id: z.string().nullable(),
  sensor_serial_number: z.string(),
  timestamp: z.string(),
};
const spaceEvent = z.object({ ...common, direction: sensorPlacement });
const sensorEvent = z.object({ ...common, trajectory: sensorPlacement });

const listQuery = z.object({ ...pageParameters, start_time: instant, end_time: instant.optional(), order });

/** GET /spaces/:space_id/events/ and GET /sensors/:serial_number/events/; DELETE /events/:event_id/. */
export function eventRoutes(app: App, http: HttpContext): void {
  eventVoidRoute(app, http);

  app.get(
    "/spaces/:space_id/events/",
    {
      config: { access: "read" },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: listQuery.extend({ doorway_id: id("doorway").optional() }),
        response: { 200: listOf(spaceEvent) },
      },
    },
    async (request) => {
      const { query, params } = request;
      const page = await listSpaceEvents(http, params.space_id, query.doorway_id ?? null, eventQuery(query));
      const results = page.items.map((event) => ({
        ...present(http.catalog, event),
        direction: event.direction,
      }));
      return { total: page.total, ...linksOf(http, request, query, page.total), results };
    },
  );

  app.get(
    "/sensors/:serial_number/events/",
    {
      config: { access: "read" },
      schema: {
        params: z.object({ serial_number: z.string() }),
        querystring: listQuery,
        response: { 200: listOf(sensorEvent) },
      },
    },
    async (request) => {
      const { query, params } = request;
      const page = await listSensorEvents(http, params.serial_number, eventQuery(query));
      const results = page.items.map((event) => ({
        ...present(http.catalog, event),
        trajectory: event.trajectory,
      }));
      return { total: page.total, ...linksOf(http, request, query, page.total), results };
    },
  );
}

/** DELETE /events/:event_id/: voids an event (D5). */
function eventVoidRoute(app: App, http: HttpContext): void {
  app.delete(
    "/events/:event_id/",
    { config: { access: "admin" }, schema: { params: z.object({ event_id: id("event") }) } },
    async (request, reply) => {
      await voidEvent(actingFor(http, request), request.params.event_id);
      return reply.code(204).send();
    },
  );
}

function eventQuery(query: z.output<typeof listQuery>): EventListQuery {
  return { start: query.start_time, end: query.end_time ?? null, order: query.order, ...stretchOf(query) };
}

function present(catalog: Catalog, event: SensorEvent) {
  return {
    id: formatId("event", event.id),
    doorway_id: event.doorwayId === null ? null : formatId("doorway", event.doorwayId),
    sensor_serial_number: must(catalog.sensors.get(event.sensorId), "sensor").serialNumber,
    timestamp: formatInstant(event.timestamp),
  };
}
