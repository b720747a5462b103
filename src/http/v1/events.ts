import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MIN } from "../../domain/instant.ts";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "../../domain/limits.ts";
import type { Token } from "../../domain/resources.ts";
import type { Column } from "../../domain/table-columns.ts";
import {
  type EventEffect,
  type EventReading,
  type EventWithEffects,
  listEvents,
  scanEvents,
} from "../../engine/events/event-queries.ts";
import { createEvent, type EventFields, type RequestKey } from "../../engine/ingest/create-event.ts";
import {
  body,
  flag,
  id,
  instant,
  sensorDirection,
  sensorPlacement,
  v1Schemas,
} from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import { TABLE_FORMATS, tableFormat } from "../formats.ts";
import { linksOf, listOf, type PublicAddress, pageParameters, stretchOf } from "../pagination.ts";
import { sendTable } from "../tables/send-table.ts";
import type { App } from "../types.ts";

const eventAnswer = z
  .object({
    id: z.string(),
    sensor_id: z.string(),
    doorway_id: z.string().nullable(),
    timestamp: z.string(),
    direction: sensorPlacement,
    spaces: z.array(z.object({ space_id: z.string(), count_change: sensorPlacement, count: z.int() })),
  })
  .register(v1Schemas, { id: "Event" });

const listQuery = z.object({
  ...pageParameters,
  space_id: id("space").optional(),
  doorway_id: id("doorway").optional(),
  start_time: instant.optional(),
  end_time: instant.optional(),
  direction: sensorDirection.optional(),
});

const newEvent = body({ sensor_id: id("sensor"), direction: sensorPlacement, timestamp: instant });

/** Visible ASCII characters, which every proxy passes on in a header. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters")
  .max(IDEMPOTENCY_KEY_LENGTH_MAX);

const LIST = { id: "listEvents", tag: "Events", summary: "List events, newest first" } as const;
const CREATE = {
  id: "createEvent",
  tag: "Events",
  summary: "Create an event, as a sensor would",
  conflicts: ["idempotency-key-reused", "event-voided"],
} as const;

/** GET /events/, newest first (D16); POST /events/. */
export function eventRoutes(app: App, http: ChangeParts & EventReading & PublicAddress): void {
  app.get(
    "/events/",
    {
      config: { access: "read", formats: TABLE_FORMATS, operation: LIST },
      schema: { querystring: listQuery, response: { 200: listOf(eventAnswer, "count") } },
    },
    async (request, reply) => {
      const { query } = request;
      const format = tableFormat(request);
      const filter = { spaceId: query.space_id, doorwayId: query.doorway_id, trajectory: query.direction };
      const range = {
        start: query.start_time ?? INSTANT_MIN,
        end: query.end_time ?? null,
        order: "DESC",
      } as const;
      if (format !== null)
        return sendTable(reply, format, EVENT_COLUMNS, eventRows(scanEvents(http, filter, range)));
      const { total, items } = await listEvents(http, filter, { ...range, ...stretchOf(query) });
      return { count: total, ...linksOf(http, request, query, total), results: items.map(present) };
    },
  );

  app.post(
    "/events/",
    {
      config: { access: "ingest", operation: CREATE },
      schema: {
        headers: z.looseObject({ "idempotency-key": idempotencyKey.optional() }),
        querystring: z.object({ live: flag.default(true) }),
        body: newEvent,
        response: { 201: eventAnswer },
      },
    },
    async (request, reply) => {
      const { sensor_id: sensorId, direction: trajectory, timestamp } = request.body;
      const fields = { sensorId, trajectory, timestamp };
      const { live } = request.query;
      const key = requestKeyOf(request, fields);
      const event = await createEvent(changeBy(http, request), { ...fields, live }, key);
      return reply.code(201).send(present(event));
    },
  );
}

/** The idempotency key of a request, with a fingerprint of its fields (D9); null where it has none. */
function requestKeyOf(
  {
    headers,
    token,
  }: { readonly headers: { "idempotency-key"?: string | undefined }; readonly token: Token | null },
  { sensorId, trajectory, timestamp }: EventFields,
): RequestKey | null {
  const key = headers["idempotency-key"];
  if (key === undefined || token === null) return null;
  return { tokenHash: token.hash, key, fingerprint: `${sensorId} ${trajectory} ${timestamp}` };
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

/** A row of the table of events: an event and its effect on one space, or an event without effects. */
interface EventRow {
  readonly event: EventWithEffects;
  readonly effect: EventEffect | null;
}

/** The columns of the table of events, which has a row for each event and space (D29). */
const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  { name: "id", kind: "text", read: ({ event }) => formatId("event", event.id) },
  { name: "sensor_id", kind: "text", read: ({ event }) => formatId("sensor", event.sensorId) },
  {
    name: "doorway_id",
    kind: "text",
    read: ({ event }) => (event.doorwayId === null ? null : formatId("doorway", event.doorwayId)),
  },
  { name: "timestamp", kind: "instant", read: ({ event }) => event.timestamp },
  { name: "direction", kind: "integer", read: ({ event }) => event.trajectory },
  { name: "space_id", kind: "text", read: ({ effect }) => effect && formatId("space", effect.spaceId) },
  { name: "count_change", kind: "integer", read: ({ effect }) => effect?.countChange ?? null },
  { name: "count", kind: "integer", read: ({ effect }) => effect?.count ?? null },
];

/** The rows of batches of events. */
async function* eventRows(batches: AsyncIterable<readonly EventWithEffects[]>): AsyncGenerator<EventRow[]> {
  for await (const events of batches) {
    yield events.flatMap((event): EventRow[] =>
      event.effects.length === 0
        ? [{ event, effect: null }]
        : event.effects.map((effect) => ({ event, effect })),
    );
  }
}
