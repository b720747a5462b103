import { z } from "zod";
import { HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { type Interval, type IntervalPolicy, parseInterval } from "../../domain/interval.ts";
import { type LocalTime, localDayOf, toInstant } from "../../domain/local-time.ts";
import type { Space } from "../../domain/resources.ts";
import { type Column, EXPORT_TABLES, type TableName } from "../../domain/table-columns.ts";
import { spaceCounts } from "../../engine/counts/count-queries.ts";
import { COUNT_COLUMNS, rowBatches, type SpaceCountRow } from "../../engine/counts/count-rows.ts";
import { type QuarterHour, quarterHours } from "../../engine/counts/hourly-counts.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ExportedEvent, LogSpan } from "../../engine/ports.ts";
import { idOrNull } from "../../schemas/answers.ts";
import { idList, localTime } from "../../schemas/fields.ts";
import { intervalParameter } from "../counts/routes.ts";
import { EXPECTED_ROWS_HEADER, MEDIA_TYPES, sendTable, tableFormat } from "../representation.ts";
import type { App, Operation } from "../types.ts";

const range =
  "Without `start_time`, the range begins with the first event; without `end_time`, it ends at the present.";
const OPERATIONS: Readonly<Record<TableName, Omit<Operation, "tag">>> = {
  events: {
    id: "exportEvents",
    summary: "Export the events of the log",
    detail: `Returns all events of a range that have not been voided, as an Arrow stream or as CSV. \`headcount backfill\`
loads them. ${range}`,
  },
  counts: {
    id: "exportCounts",
    summary: "Export the counts of spaces by interval",
    detail: `Returns all samples of a range, of one space after another, as an Arrow stream or as CSV. ${range}`,
  },
  rollups: {
    id: "exportRollups",
    summary: "Export roll-ups of quarter-hours",
    detail: `Returns the quarter-hours with events of a range, of one space after another, as an Arrow stream or as CSV.
${range}`,
  },
};

const rangeQuery = { start_time: localTime.optional(), end_time: localTime.optional() };
const exportQuery = z.object({ ...rangeQuery, space_id: idList("space").optional() });

function countsQuery(intervals: IntervalPolicy) {
  return exportQuery.extend({ interval: intervalParameter(intervals) });
}

/** GET /admin/exports/events/, counts/ and rollups/: whole tables, as fast as the client reads them. */
export function exportRoutes(app: App, http: ExportParts & Pick<Engine, "settings">): void {
  const { intervals } = http.settings;
  for (const table of EXPORT_TABLES) {
    const querystring: z.ZodType<z.output<ReturnType<typeof countsQuery>>> =
      table === "counts"
        ? countsQuery(intervals)
        : exportQuery.transform((query) => ({ ...query, interval: "1h" }));
    app.get(
      `/admin/exports/${table}/`,
      {
        config: {
          access: "admin",
          formats: ["arrow", "csv"],
          streamed: MEDIA_TYPES.arrow,
          operation: { tag: "Administration", ...OPERATIONS[table] },
        },
        schema: { querystring },
      },
      (request, reply) => {
        const { start_time: start, end_time: end, space_id: spaceIds, interval } = request.query;
        const selection = {
          start,
          end,
          spaces: spaceIds?.map((id) => http.catalog.named("space", id, "space_id")) ?? null,
          interval: parseInterval(interval, "interval", intervals),
        };
        const format = tableFormat(request) ?? "arrow";
        return exportTable(http, table, selection, ({ columns, expected, rows }) => {
          if (expected !== null) reply.header(EXPECTED_ROWS_HEADER, expected);
          return sendTable(reply, format, columns, rows());
        });
      },
    );
  }
}

interface ExportSelection {
  /** Without it, from the first event of the log; for counts, from its local day. */
  readonly start?: LocalTime | undefined;
  /** Exclusive; without it, up to the present. */
  readonly end?: LocalTime | undefined;
  /** Null is all. */
  readonly spaces: readonly Space[] | null;
  readonly interval: Interval;
}

interface ExportTable<Row> {
  readonly columns: readonly Column<Row>[];
  /** The approximate number of rows; null if unknown. */
  readonly expected: number | null;
  rows(): AsyncIterable<readonly Row[]>;
}

type ExportParts = Pick<Engine, "catalog" | "clock" | "events" | "telemetry">;

interface Range {
  readonly start: number;
  readonly end: number;
}

type OfSpace<T> = T & { readonly space: Pick<Space, "id" | "name"> };

/** @throws HeadcountError `invalid`, naming `start_time`, if the range ends before it starts */
async function exportTable<T>(
  core: ExportParts,
  name: TableName,
  selection: ExportSelection,
  use: <Row>(table: ExportTable<Row>) => T | Promise<T>,
): Promise<T> {
  const now = core.clock.now();
  const log = await core.events.logSpan({ start: 0, end: now });
  const first = log.span?.first ?? now;
  const rangeIn = (timeZone: string): Range => {
    const end = selection.end?.in(timeZone) ?? now;
    const begin = name === "counts" ? toInstant(localDayOf(first, timeZone) * DAY_MS, timeZone) : first;
    const start = selection.start?.in(timeZone) ?? Math.min(begin, end);
    if (start <= end) return { start, end };
    const issues = [{ path: "start_time", message: "must not be after the end of the range" }];
    throw new HeadcountError("invalid", "the start of the range is after its end", { issues });
  };
  const range = rangeIn("UTC");
  if (name === "counts") return use(countTable(core, selection, range, rangeIn));
  if (name === "rollups") return use(rollUpTable(core, selection, range));
  const isWhole = selection.spaces === null && selection.start === undefined && selection.end === undefined;
  return use(eventTable(core, selection, range, isWhole ? log.events : null));
}

/** Events that are read at once: the store is free for others before the next ones. */
const EVENTS_AT_ONCE = 250_000;

/** The events of the log, in a form that `headcount backfill` can load. */
function eventTable(
  { events }: ExportParts,
  { spaces }: ExportSelection,
  range: Range,
  expected: number | null,
): ExportTable<ExportedEvent> {
  return {
    expected,
    columns: [
      { name: "id", kind: "text", read: (event) => formatId("event", event.id) },
      { name: "timestamp", kind: "instant", read: (event) => event.timestamp },
      { name: "sensor_serial_number", kind: "text", read: (event) => event.serialNumber },
      { name: "trajectory", kind: "integer", read: (event) => event.trajectory },
      { name: "event_id", kind: "text", read: (event) => event.eventId },
      { name: "doorway_id", kind: "text", read: (event) => idOrNull("doorway", event.doorwayId) },
    ],
    async *rows() {
      const spaceIds = spaces?.map(({ id }) => id) ?? null;
      for (const part of partsOf(await events.logSpan(range))) {
        // A slow reader holds no connection of the store.
        const batches: (readonly ExportedEvent[])[] = [];
        for await (const batch of events.exportEvents(part, spaceIds)) batches.push(batch);
        yield* batches;
      }
    },
  };
}

function partsOf({ events, span }: LogSpan): Range[] {
  if (span === null) return [];
  const parts = Math.ceil(events / EVENTS_AT_ONCE);
  const boundary = (part: number) => span.first + Math.ceil(((span.last + 1 - span.first) * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({ start: boundary(part), end: boundary(part + 1) }));
}

function ofSpaces<Row>(columns: readonly Column<Row>[]): Column<OfSpace<Row>>[] {
  return [
    { name: "space_id", kind: "text", read: ({ space }) => formatId("space", space.id) },
    { name: "space_name", kind: "text", read: ({ space }) => space.name },
    ...columns,
  ];
}

/** The counts of spaces, with the columns of D29. */
function countTable(
  core: ExportParts,
  { spaces, interval }: ExportSelection,
  { start, end }: Range,
  rangeIn: (timeZone: string) => Range,
): ExportTable<SpaceCountRow> {
  const all = spaces ?? core.catalog.spaces.all();
  return {
    columns: ofSpaces(COUNT_COLUMNS),
    expected: Math.ceil((end - start) / nominalLength(interval)) * all.length,
    async *rows() {
      for (const space of all) {
        const range = rangeIn(space.timeZone);
        const series = await spaceCounts(core, space.id, { ...range, interval, segments: {} });
        yield* rowBatches([series], "ASC");
      }
    },
  };
}

function nominalLength({ unit, amount }: Interval): number {
  if (unit === "millisecond") return amount;
  return amount * (unit === "day" ? DAY_MS : 30 * DAY_MS);
}

const QUARTER_HOUR_COLUMNS: readonly Column<QuarterHour>[] = [
  { name: "timestamp", kind: "instant", read: (row) => row.timestamp },
  ...(["count", "min", "max", "entrances", "exits"] as const).map(
    (name): Column<QuarterHour> => ({ name, kind: "integer", read: (row) => row[name] }),
  ),
  { name: "average", kind: "real", read: (row) => row.average },
  { name: "integral", kind: "real", read: (row) => row.integral },
];

function rollUpTable(
  { catalog, clock, events }: ExportParts,
  { spaces }: ExportSelection,
  { start, end }: Range,
): ExportTable<OfSpace<QuarterHour>> {
  return {
    columns: ofSpaces(QUARTER_HOUR_COLUMNS),
    expected: null,
    async *rows() {
      for (const space of spaces ?? catalog.spaces.all()) {
        const until = Math.min(end, clock.now());
        for await (const rows of quarterHours(events, catalog.history(space), start, until))
          yield rows.map((row) => ({ ...row, space }));
      }
    },
  };
}
