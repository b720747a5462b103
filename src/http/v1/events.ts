import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MIN } from "../../domain/instant.ts";
import { type EventWithEffects, listEvents } from "../../engine/event-queries.ts";
import { linksOf, pageParameters, stretchOf } from "../pagination.ts";
import { id, instant, sensorPlacement } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const eventAnswer = z.object({
  id: z.string(),
  sensor_id: z.string(),
  doorway_id: z.string().nullable(),
  timestamp: z.string(),
  direction: sensorPlacement,
  spaces: z.array(z.object({ space_id: z.string(), count_change: sensorPlacement, count: z.int() })),
});

const listQuery = z.object({
  ...pageParameters,
  space_id: id("space").optional(),
  doorway_id: id("doorway").optional(),
  start_time: instant.default(INSTANT_MIN),
  end_time: instant.optional(),
});

/** GET /events/, newest first (D16). */
export function eventRoutes(app: App, http: HttpContext): void {
  app.get(
    "/events/",
    {
      config: { access: "read" },
      schema: { querystring: listQuery, response: { 200: listOf(eventAnswer) } },
    },
    async (request) => {
      const { query } = request;
      const { total, items } = await listEvents(
        http,
        { spaceId: query.space_id, doorwayId: query.doorway_id },
        { start: query.start_time, end: query.end_time ?? null, order: "DESC", ...stretchOf(query) },
      );
      return { count: total, ...linksOf(http, request, query, total), results: items.map(present) };
    },
  );
}

/** An event; its `direction` is the sensor's, each space's `count_change` the space's (D4). */
function present(event: EventWithEffects): z.output<typeof eventAnswer> {
  return {
    id: formatId("event", event.id),
    sensor_id: formatId("sensor", event.sensorId),
    doorway_id: event.doorwayId === null ? null : formatId("doorway", event.doorwayId),
    timestamp: formatInstant(event.timestamp),
    direction: event.trajectory,
    spaces: event.effects.map(({ spaceId, countChange, count }) => ({
      space_id: formatId("space", spaceId),
      count_change: countChange,
      count,
    })),
  };
}
