import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MIN } from "../../domain/instant.ts";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "../../domain/limits.ts";
import { formatLocalTime } from "../../domain/local-time.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import type { Column } from "../../domain/table-columns.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import {
  createEvent,
  type EventFields,
  type RequestKey,
  voidEvent,
} from "../../engine/events/event-changes.ts";
import {
  type EventRangeQuery,
  type EventReading,
  type EventWithEffects,
  listEvents,
  listSensorEvents,
  listSpaceEvents,
} from "../../engine/events/event-queries.ts";
import type { EventEffect, SensorEvent, SpaceEvent } from "../../engine/ports.ts";
import { answerOf, idOrNull, text, textOrNull } from "../../schemas/answers.ts";
import {
  body,
  direction,
  flag,
  id,
  instant,
  order,
  sensorPlacement,
  serialInPath,
} from "../../schemas/fields.ts";
import { addRoute } from "../add-route.ts";
import { MEDIA_TYPES, sendTable } from "../representation.ts";
import { type ChangeParts, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";
import { segmentParameters, segmentSelection } from "../validation.ts";

/** An event; its `direction` is the sensor's, each space's `count_change` the space's (D4). */
const eventAnswer = answerOf<EventWithEffects>({ v1: "Event" })({
  id: [text, ({ id }) => formatId("event", id)],
  sensor_id: [text, ({ sensorId }) => formatId("sensor", sensorId)],
  doorway_id: [textOrNull, ({ doorwayId }) => idOrNull("doorway", doorwayId)],
  timestamp: [text, ({ timestamp }) => formatInstant(timestamp)],
  direction: [sensorPlacement, ({ trajectory }) => trajectory],
  spaces: [
    z.array(z.object({ space_id: text, count_change: sensorPlacement, count: z.int() })),
    ({ effects }) =>
      effects.map(({ spaceId, direction, count }) => ({
        space_id: formatId("space", spaceId),
        count_change: direction,
        count,
      })),
  ],
});

const newEvent = body({ sensor_id: id("sensor"), direction: sensorPlacement, timestamp: instant });

/** Visible ASCII characters, which every proxy passes on in a header. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters")
  .max(IDEMPOTENCY_KEY_LENGTH_MAX);

/** GET /events/ of version 1, newest first (D16); POST /events/. */
export function v1EventRoutes(app: App, http: ChangeParts & EventReading): void {
  const events = new Resource(app, http, {
    path: "/events/",
    tag: "Events",
    name: "event",
    version: "v1",
    answer: eventAnswer.with(),
  });
  const query = {
    space_id: id("space").optional(),
    doorway_id: id("doorway").optional(),
    start_time: instant.optional(),
    end_time: instant.optional(),
    direction: direction.optional(),
  };
  const table = { columns: EVENT_COLUMNS, rowsOf: eventRows };
  events.list({ summary: "List events, newest first", query, table }, ({ query: given }) => {
    const { space_id: spaceId, doorway_id: doorwayId, direction: trajectory } = given;
    const { start_time: start = INSTANT_MIN, end_time: end } = given;
    return listEvents(http, { spaceId, doorwayId, trajectory }, { start, end: end ?? null, order: "DESC" });
  });

  events.create(
    {
      summary: "Create an event",
      access: "ingest",
      conflicts: ["idempotency-key-reused", "event-voided"],
      headers: z.looseObject({ "idempotency-key": idempotencyKey.optional() }),
      query: { live: flag.default(true) },
      body: newEvent,
    },
    (change, request) => {
      const { sensor_id: sensorId, direction: trajectory, timestamp } = request.body;
      const fields = { sensorId, trajectory, timestamp };
      return createEvent(change, { ...fields, live: request.query.live }, requestKeyOf(request, fields));
    },
  );
}

/** The idempotency key of a request, with a fingerprint of its fields (D9); null if it has none. */
function requestKeyOf(
  { headers, token }: Pick<FastifyRequest, "headers" | "token">,
  { sensorId, trajectory, timestamp }: EventFields,
): RequestKey | null {
  const key = headers["idempotency-key"];
  if (typeof key !== "string" || token === null) return null;
  return { tokenHash: token.hash, key, fingerprint: `${sensorId} ${trajectory} ${timestamp}` };
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
  { name: "doorway_id", kind: "text", read: ({ event }) => idOrNull("doorway", event.doorwayId) },
  { name: "timestamp", kind: "instant", read: ({ event }) => event.timestamp },
  { name: "direction", kind: "integer", read: ({ event }) => event.trajectory },
  { name: "space_id", kind: "text", read: ({ effect }) => effect && formatId("space", effect.spaceId) },
  { name: "count_change", kind: "integer", read: ({ effect }) => effect?.direction ?? null },
  { name: "count", kind: "integer", read: ({ effect }) => effect?.count ?? null },
];

function eventRows(events: readonly EventWithEffects[]): EventRow[] {
  return events.flatMap((event): EventRow[] => {
    const effects = event.effects.length === 0 ? [null] : event.effects;
    return effects.map((effect) => ({ event, effect }));
  });
}

const EVENTS_AS_CSV = {
  id: "listEventsAsCsv",
  tag: "Events",
  access: "read",
  summary: "Get the events of a space as CSV",
  detail:
    "Each event has the time in UTC and in the time zone of the space, and the count of the space after it.",
  formats: ["csv"],
  streamed: MEDIA_TYPES.csv,
  query: { space_id: id("space"), start_time: instant.optional(), end_time: instant.optional(), order },
} as const;

/** GET /csv/ of version 1, which public dashboards read (D22). */
export function eventCsvRoute(app: App, http: EventReading): void {
  const { catalog } = http;
  addRoute(app, "GET /csv/", EVENTS_AS_CSV, async ({ query }, reply) => {
    const { space_id: spaceId, start_time: start = INSTANT_MIN, end_time: end = null, order } = query;
    const { timeZone } = catalog.named("space", spaceId, "space_id");
    const doorwayOf = ({ event }: EventRow) => catalog.doorways.get(event.doorwayId ?? 0n);
    const columns: readonly Column<EventRow>[] = [
      { name: "Timestamp", kind: "instant", read: ({ event }) => event.timestamp },
      { name: "Local Time", kind: "text", read: ({ event }) => formatLocalTime(event.timestamp, timeZone) },
      { name: "Event", kind: "text", read: ({ effect }) => (effect?.direction === 1 ? "entrance" : "exit") },
      { name: "Current Count", kind: "integer", read: ({ effect }) => effect?.count ?? null },
      { name: "Count Change", kind: "integer", read: ({ effect }) => effect?.direction ?? null },
      { name: "Doorway Name", kind: "text", read: (row) => doorwayOf(row)?.name ?? null },
      { name: "Doorway ID", kind: "text", read: ({ event }) => idOrNull("doorway", event.doorwayId) },
    ];
    const listed = listEvents(http, { spaceId }, { start, end, order });
    const batches = async function* () {
      for await (const events of listed.scan())
        yield eventRows(events).filter(({ effect }) => effect?.spaceId === spaceId);
    };
    return sendTable(reply, "crlf-csv", columns, batches());
  });
}

const { fields: common } = answerOf<SensorEvent, Catalog>()({
  id: [text, ({ id }) => formatId("event", id)],
  doorway_id: [textOrNull, ({ doorwayId }) => idOrNull("doorway", doorwayId)],
  sensor_serial_number: [text, (event, catalog) => serialOf(catalog, event)],
  timestamp: [text, ({ timestamp }) => formatInstant(timestamp)],
  resolution: [z.int(), ({ resolution }) => resolution],
});
const spaceEvent = answerOf<SpaceEvent, Catalog>({ v2: "SpaceEvent" })({
  ...common,
  direction: [sensorPlacement, (event) => event.direction],
});
const sensorEvent = answerOf<SensorEvent, Catalog>({ v2: "SensorEvent" })({
  ...common,
  trajectory: [sensorPlacement, (event) => event.trajectory],
});

const range = { start_time: instant, end_time: instant.optional(), order };

/** GET /spaces/:space_id/events/ and GET /sensors/:serial_number/events/; DELETE /events/:event_id/ of version 2. */
export function v2EventRoutes(app: App, http: ChangeParts & EventReading): void {
  const resource = { tag: "Counts and events", name: "event" } as const;
  const one = { event_id: id("event") };
  const answer = sensorEvent.with(http.catalog);
  const events = new Resource(app, http, { ...resource, path: "/events/", one, answer });
  const voiding = {
    id: "voidEvent",
    summary: "Void an event",
    detail: "The event stays in the log, but no longer changes any count.",
    access: "admin",
  } as const;
  events.delete(voiding, (change, { params }) => voidEvent(change, params.event_id));

  const ofSpace = new Resource(app, http, {
    ...resource,
    path: "/spaces/:space_id/events/",
    within: { space_id: id("space") },
    answer: spaceEvent.with(http.catalog),
  });
  ofSpace.list(
    {
      id: "listSpaceEvents",
      summary: "List events of a space",
      query: {
        ...range,
        doorway_id: id("doorway").optional(),
        direction: direction.optional(),
        ...segmentParameters,
      },
      table: eventTable(http.catalog, "direction"),
    },
    ({ params: { space_id: spaceId }, query }) => {
      const { doorway_id: doorwayId, direction: wanted } = query;
      const segments = segmentSelection(query);
      return listSpaceEvents(http, { spaceId, doorwayId, direction: wanted, segments }, rangeOf(query));
    },
  );

  const ofSensor = new Resource(app, http, {
    ...resource,
    path: "/sensors/:serial_number/events/",
    within: { serial_number: serialInPath },
    answer,
  });
  ofSensor.list(
    {
      id: "listSensorEvents",
      summary: "List events of a sensor",
      query: { ...range, direction: direction.optional() },
      table: eventTable(http.catalog, "trajectory"),
    },
    ({ params: { serial_number: serialNumber }, query }) =>
      listSensorEvents(http, { serialNumber, trajectory: query.direction }, rangeOf(query)),
  );
}

function rangeOf(query: z.output<z.ZodObject<typeof range>>): EventRangeQuery {
  return { start: query.start_time, end: query.end_time ?? null, order: query.order };
}

/** Events as a table: their JSON fields (D29), the last one by its name. */
function eventTable<Last extends "direction" | "trajectory">(catalog: Catalog, last: Last) {
  type Row = SensorEvent & Readonly<Record<Last, SensorPlacement>>;
  const columns: readonly Column<Row>[] = [
    { name: "id", kind: "text", read: (event) => formatId("event", event.id) },
    { name: "doorway_id", kind: "text", read: (event) => idOrNull("doorway", event.doorwayId) },
    { name: "sensor_serial_number", kind: "text", read: (event) => serialOf(catalog, event) },
    { name: "timestamp", kind: "instant", read: (event) => event.timestamp },
    { name: "resolution", kind: "integer", read: (event) => event.resolution },
    { name: last, kind: "integer", read: (event) => event[last] },
  ];
  return { columns, rowsOf: (events: readonly Row[]) => events };
}

function serialOf(catalog: Catalog, event: SensorEvent): string {
  return must(catalog.sensors.get(event.sensorId), "sensor").serialNumber;
}
