import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Column } from "../../domain/table-columns.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import {
  type EventListQuery,
  type EventReading,
  listSensorEvents,
  listSpaceEvents,
  scanSensorEvents,
  scanSpaceEvents,
} from "../../engine/events/event-queries.ts";
import { voidEvent } from "../../engine/events/void-event.ts";
import type { SensorEvent, SpaceEvent } from "../../engine/ports.ts";
import {
  direction,
  id,
  instant,
  order,
  sensorDirection,
  sensorPlacement,
  v2Schemas,
} from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import { TABLE_FORMATS, tableFormat } from "../formats.ts";
import { linksOf, listOf, type PublicAddress, pageParameters, stretchOf } from "../pagination.ts";
import { sendTable } from "../tables/send-table.ts";
import type { App } from "../types.ts";

const common = {
  id: z.string(),
  doorway_id: z.string().nullable(),
  sensor_serial_number: z.string(),
  timestamp: z.string(),
};
const spaceEvent = z
  .object({ ...common, direction: sensorPlacement })
  .register(v2Schemas, { id: "SpaceEvent" });
const sensorEvent = z
  .object({ ...common, trajectory: sensorPlacement })
  .register(v2Schemas, { id: "SensorEvent" });

const listQuery = z.object({ ...pageParameters, start_time: instant, end_time: instant.optional(), order });

const SPACE_EVENTS = {
  id: "listSpaceEvents",
  tag: "Counts and events",
  summary: "List a space's entrances and exits",
} as const;
const SENSOR_EVENTS = {
  id: "listSensorEvents",
  tag: "Counts and events",
  summary: "List a sensor's events",
} as const;

/** GET /spaces/:space_id/events/ and GET /sensors/:serial_number/events/; DELETE /events/:event_id/. */
export function eventRoutes(app: App, http: ChangeParts & EventReading & PublicAddress): void {
  eventVoidRoute(app, http);

  app.get(
    "/spaces/:space_id/events/",
    {
      config: { access: "read", formats: TABLE_FORMATS, operation: SPACE_EVENTS },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: listQuery.extend({
          doorway_id: id("doorway").optional(),
          direction: direction.optional(),
        }),
        response: { 200: listOf(spaceEvent) },
      },
    },
    async (request, reply) => {
      const { query, params } = request;
      const format = tableFormat(request);
      const filter = {
        spaceId: params.space_id,
        doorwayId: query.doorway_id,
        direction: query.direction,
      };
      if (format !== null) {
        const batches = scanSpaceEvents(http, filter, eventQuery(query));
        return sendTable(reply, format, spaceEventColumns(http.catalog), batches);
      }
      const page = await listSpaceEvents(http, filter, eventQuery(query));
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
      config: { access: "read", formats: TABLE_FORMATS, operation: SENSOR_EVENTS },
      schema: {
        params: z.object({ serial_number: z.string() }),
        querystring: listQuery.extend({ direction: sensorDirection.optional() }),
        response: { 200: listOf(sensorEvent) },
      },
    },
    async (request, reply) => {
      const { query, params } = request;
      const format = tableFormat(request);
      const filter = { serialNumber: params.serial_number, trajectory: query.direction };
      if (format !== null) {
        const batches = scanSensorEvents(http, filter, eventQuery(query));
        return sendTable(reply, format, sensorEventColumns(http.catalog), batches);
      }
      const page = await listSensorEvents(http, filter, eventQuery(query));
      const results = page.items.map((event) => ({
        ...present(http.catalog, event),
        trajectory: event.trajectory,
      }));
      return { total: page.total, ...linksOf(http, request, query, page.total), results };
    },
  );
}

/** DELETE /events/:event_id/: voids an event (D5). */
function eventVoidRoute(app: App, http: ChangeParts): void {
  const summary = "Void an event: it counts for nothing from then on";
  app.delete(
    "/events/:event_id/",
    {
      config: { access: "admin", operation: { id: "voidEvent", tag: "Counts and events", summary } },
      schema: { params: z.object({ event_id: id("event") }) },
    },
    async (request, reply) => {
      await voidEvent(changeBy(http, request), request.params.event_id);
      return reply.code(204).send();
    },
  );
}

function eventQuery(query: z.output<typeof listQuery>): EventListQuery {
  return { start: query.start_time, end: query.end_time ?? null, order: query.order, ...stretchOf(query) };
}

/** The columns of tables of events: their JSON fields (D29). */
function eventColumns(catalog: Catalog): Column<SensorEvent>[] {
  return [
    { name: "id", kind: "text", read: (event) => formatId("event", event.id) },
    { name: "doorway_id", kind: "text", read: (event) => doorwayIdOf(event) },
    { name: "sensor_serial_number", kind: "text", read: (event) => serialOf(catalog, event) },
    { name: "timestamp", kind: "instant", read: (event) => event.timestamp },
  ];
}

function spaceEventColumns(catalog: Catalog): Column<SpaceEvent>[] {
  return [...eventColumns(catalog), { name: "direction", kind: "integer", read: (event) => event.direction }];
}

function sensorEventColumns(catalog: Catalog): Column<SensorEvent>[] {
  return [
    ...eventColumns(catalog),
    { name: "trajectory", kind: "integer", read: (event) => event.trajectory },
  ];
}

function serialOf(catalog: Catalog, event: SensorEvent): string {
  return must(catalog.sensors.get(event.sensorId), "sensor").serialNumber;
}

function doorwayIdOf({ doorwayId }: SensorEvent): string | null {
  return doorwayId === null ? null : formatId("doorway", doorwayId);
}

function present(catalog: Catalog, event: SensorEvent) {
  return {
    id: formatId("event", event.id),
    doorway_id: doorwayIdOf(event),
    sensor_serial_number: serialOf(catalog, event),
    timestamp: formatInstant(event.timestamp),
  };
}
