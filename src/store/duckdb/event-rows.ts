import { DAY_MS } from "../../domain/instant.ts";
import type {
  EventFilter,
  EventPage,
  EventRange,
  ExportedEvent,
  LogSpan,
  PageOf,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
} from "../../engine/ports.ts";
import type { Connection, Database, SqlRow, SqlTypes, SqlValues } from "./database.ts";
import { BIGINT, INTEGER, LIST, listValue } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

/** The values of a page's range of timestamps. */
export function rangeOf({ start, end }: Pick<EventPage, "start" | "end">): SqlValues {
  return { start_ts: BigInt(start), end_ts: BigInt(end) };
}

/** A page of what two statements count and list. */
export async function readPage<T>(
  connection: Connection,
  [countName, listName]: readonly [string, string],
  { values, types }: { readonly values: SqlValues; readonly types: SqlTypes },
  { order, limit, offset }: EventPage,
  toItem: (row: SqlRow) => T,
): Promise<PageOf<T>> {
  const total = Number((await connection.row(statement(countName), values, types)).total);
  if (offset >= total) return { total, items: [] };
  const rows = await connection.rows(
    statement(listName),
    { ...values, sign: order === "ASC" ? 1 : -1, limit: BigInt(limit), offset: BigInt(offset) },
    types,
  );
  return { total, items: rows.map(toItem) };
}

/** Rows that a scan reads at a time: few enough to be held by many at once. */
const SCANNED_ROWS = 10_000;

/**
 * All rows of a statement, batch by batch, each of them asked for after the last row of the one before: no
 * connection is held while somebody slow takes them. Each looks at a stretch of time alone that holds about
 * as many rows as it may read, so that what it costs does not grow with what is left.
 */
export async function* scan<T extends SensorEvent>(
  database: Database,
  name: string,
  values: SqlValues,
  range: EventRange,
  toItem: (row: SqlRow) => T,
): AsyncGenerator<readonly T[]> {
  const types = { ...FILTER_TYPES, after_ts: BIGINT, after_id: BIGINT };
  let left: EventRange = range;
  let last: SensorEvent | null = null;
  let length = DAY_MS;
  while (left.start < left.end) {
    const stretch = firstStretch(left, length);
    const bounds: SqlValues = {
      ...values,
      ...rangeOf(stretch),
      after_ts: last === null ? null : BigInt(last.timestamp),
      after_id: last === null ? null : last.id,
      sign: range.order === "ASC" ? 1 : -1,
      limit: BigInt(SCANNED_ROWS),
    };
    const items = await database.read(async (connection) => {
      return (await connection.rows(statement(name), bounds, types)).map(toItem);
    });
    if (items.length > 0) yield items;
    last = items.length === SCANNED_ROWS ? (items.at(-1) ?? null) : null;
    left = last === null ? without(left, stretch) : from(left, last.timestamp);
    if (last !== null) length = Math.max(1, Math.floor(length / 2));
    else if (items.length < SCANNED_ROWS / 2) length *= 2;
  }
}

/** The stretch that is read first of a range: at its start, or at its end where it is read backwards. */
function firstStretch({ start, end, order }: EventRange, length: number): EventRange {
  return order === "ASC"
    ? { start, end: Math.min(end, start + length), order }
    : { start: Math.max(start, end - length), end, order };
}

/** What is left of a range after its first stretch. */
function without({ start, end, order }: EventRange, stretch: EventRange): EventRange {
  return order === "ASC" ? { start: stretch.end, end, order } : { start, end: stretch.start, order };
}

/** What is left of a range from an instant on, in its own direction. */
function from({ start, end, order }: EventRange, instant: number): EventRange {
  return order === "ASC" ? { start: instant, end, order } : { start, end: instant + 1, order };
}

/**
 * Which statements find the events that a filter lets through, and their values. Those of a space are found
 * by way of its own sensors and spans, instead of asking of each event in the log whose it is.
 */
export function filteredBy(filter: EventFilter): {
  readonly kind: "events" | "space-events";
  readonly values: SqlValues;
} {
  const { spaceId, sensorId, doorwayId, trajectory = null } = filter;
  if (spaceId !== undefined && sensorId === undefined)
    return { kind: "space-events", values: { ...filterValues({ spaceId, doorwayId }), trajectory } };
  const values = { space_id: spaceId ?? null, doorway_id: doorwayId ?? null, sensor_id: sensorId ?? null };
  return { kind: "events", values: { ...values, trajectory } };
}

/** The values of the statements that find a space's events. */
export function filterValues({ spaceId, doorwayId, direction }: SpaceEventFilter): SqlValues {
  return {
    space_id: spaceId,
    doorway_id: doorwayId ?? null,
    trajectory: null,
    direction: direction ?? null,
  };
}

/** The types of what events are filtered by, where it is null. */
export const FILTER_TYPES = {
  space_id: BIGINT,
  doorway_id: BIGINT,
  sensor_id: BIGINT,
  trajectory: INTEGER,
  direction: INTEGER,
};

export function sensorEvent(row: SqlRow): SensorEvent {
  return {
    id: row.id as bigint,
    timestamp: Number(row.ts),
    sensorId: row.sensor_id as bigint,
    trajectory: row.trajectory === 1 ? 1 : -1,
    doorwayId: row.doorway_id as bigint | null,
  };
}

export function spaceEvent(row: SqlRow): SpaceEvent {
  return {
    ...sensorEvent(row),
    spaceId: row.space_id as bigint,
    direction: row.direction === 1 ? 1 : -1,
  };
}

/** Rows that are given at a time: some of DuckDB's chunks. */
const ROWS_AT_ONCE = 10_000;

/** The log's events of a range, as the port says. A connection is held while they are taken. */
export async function* exportedEvents(
  database: Database,
  { start, end }: { readonly start: number; readonly end: number },
  spaceIds: readonly bigint[] | null,
): AsyncGenerator<readonly ExportedEvent[]> {
  const reader = await database.acquire();
  try {
    yield* readEvents(reader, {
      ...rangeOf({ start, end }),
      space_ids: spaceIds === null ? null : listValue([...spaceIds]),
    });
  } finally {
    database.release(reader);
  }
}

async function* readEvents(
  reader: Connection,
  values: Parameters<Connection["chunks"]>[1],
): AsyncGenerator<readonly ExportedEvent[]> {
  let rows: ExportedEvent[] = [];
  for await (const chunk of reader.chunks(statement("export/events"), values, { space_ids: LIST(BIGINT) })) {
    for (const [id, ts, serialNumber, trajectory, eventId, doorwayId] of chunk.getRows()) {
      rows.push({
        id: id as bigint,
        timestamp: Number(ts),
        serialNumber: serialNumber as string,
        trajectory: trajectory === 1 ? 1 : -1,
        eventId: eventId as string | null,
        doorwayId: doorwayId as bigint | null,
      });
    }
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** What the log holds of a range, as the port says. */
export async function logSpan(
  connection: Connection,
  range: { readonly start: number; readonly end: number },
): Promise<LogSpan> {
  const row = await connection.row(statement("export/log-span"), rangeOf(range));
  const span = row.first_ts === null ? null : { first: Number(row.first_ts), last: Number(row.last_ts) };
  return { events: Number(row.events), days: Number(row.days), span };
}
