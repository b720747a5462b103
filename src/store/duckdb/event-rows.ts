import { listValue } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import type { Connection, SqlValues } from "../../duckdb/connection.ts";
import type { Database, DatabaseReader } from "../../duckdb/database.ts";
import {
  type Row,
  type Statement,
  type StatementPath,
  statement,
  type ValuesOf,
} from "../../duckdb/statements.ts";
import type {
  EventFilter,
  EventPage,
  EventRange,
  EventReader,
  EventSpan,
  ExportedEvent,
  LogSpan,
  PageOf,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
} from "../../engine/ports.ts";

export function rangeOf({ start, end }: EventSpan) {
  return { start_ts: BigInt(start), end_ts: BigInt(end) };
}

/** Reads the rows of a statement with a connection of its own. */
export function readRows<Path extends StatementPath>(
  database: DatabaseReader,
  path: Path,
  values?: ValuesOf<Statement<Path>>,
): Promise<readonly Row<Path>[]> {
  return database.read((reader) => reader.rows(statement(path), values));
}

export function eventReader(database: Database): EventReader {
  return {
    events: (filter, page) => readEvents(database, filteredBy(filter), page),
    spaceEvents: (filter, page) => readEvents<SpaceKind, SpaceEvent>(database, ofSpace(filter), page),
    scanEvents: (filter, range) => scan(database, filteredBy(filter), range),
    scanSpaceEvents: (filter, range) => scan<SpaceKind, SpaceEvent>(database, ofSpace(filter), range),
    exportEvents: (range, spaceIds) => exportedEvents(database, range, spaceIds),
    logSpan: (range) => database.read((connection) => logSpan(connection, range)),
    event: (id) => database.read((connection) => findEvent(connection, id)),
    lastEvents: async (since) => {
      const rows = await readRows(database, "events/last-of-sensors", { since: BigInt(since) });
      return new Map(rows.map((row) => [row.sensor_id, Number(row.ts)]));
    },
    effectsAt: async (instants) => {
      if (instants.length === 0) return [];
      const values = {
        instants: listValue(instants.map((instant) => BigInt(instant))),
        first_ts: BigInt(Math.min(...instants)),
        last_ts: BigInt(Math.max(...instants)),
      };
      return (await readRows(database, "events/effects-at", values)) as SpaceEvent[];
    },
  };
}

async function findEvent(connection: Connection, id: bigint): Promise<SensorEvent | null> {
  const [found] = await connection.rows(statement("events/valid-event"), { id });
  if (found === undefined) return null;
  const [row = null] = await connection.rows(statement("events/find-event"), { id, ts: found.ts });
  return row as SensorEvent | null;
}

/**
 * A page of the counts and rows of two statements.
 *
 * @param listed values of the second statement only
 */
export function readPage<Path extends StatementPath, T>(
  database: Database,
  [count, list]: readonly [CountPath, Path],
  values: SqlValues,
  { order, limit, offset }: EventPage,
  toItem: (row: Row<Path>) => T,
  listed: SqlValues = {},
): Promise<PageOf<T>> {
  return database.read(async (connection) => {
    const total = Number((await connection.row(statement(count), values)).total);
    if (offset >= total) return { total, items: [] };
    const bounds = { sign: signOf(order), limit: BigInt(limit), offset: BigInt(offset) };
    const rows = await connection.rows(statement(list), { ...values, ...listed, ...bounds });
    return { total, items: rows.map(toItem) };
  });
}

function signOf(order: EventRange["order"]): number {
  return order === "ASC" ? 1 : -1;
}

function readEvents<Kind extends EventKind, T extends SensorEvent = SensorEvent>(
  database: Database,
  { kind, values }: EventQuery<Kind>,
  page: EventPage,
): Promise<PageOf<T>> {
  const bound = { ...rangeOf(page), ...values };
  const paths = [`events/count-${kind}`, `events/list-${kind}`] as const;
  return readPage(database, paths, bound, page, (row) => row as unknown as T, afterEvent(null));
}

/** The values of the statements that list events after one. */
function afterEvent(last: SensorEvent | null): SqlValues {
  return { after_ts: last === null ? null : BigInt(last.timestamp), after_id: last?.id ?? null };
}

/** Rows that a scan reads at a time: few enough for many scans at once. */
const SCANNED_ROWS = 10_000;

/**
 * All events that a query finds, batch by batch: each batch is read after the last event of the one before, so that a
 * slow caller holds no connection. A batch reads a part of the range with about as many events as a batch may have, so
 * that its cost does not depend on the rest.
 */
async function* scan<Kind extends EventKind, T extends SensorEvent = SensorEvent>(
  database: Database,
  { kind, values }: EventQuery<Kind>,
  range: EventRange,
): AsyncGenerator<readonly T[]> {
  const isAscending = range.order === "ASC";
  let { start, end } = range;
  let last: SensorEvent | null = null;
  let length = DAY_MS;
  while (start < end) {
    const stretch: EventSpan = isAscending
      ? { start, end: Math.min(end, start + length) }
      : { start: Math.max(start, end - length), end };
    const page = { sign: signOf(range.order), limit: BigInt(SCANNED_ROWS), offset: 0n };
    const bounds = { ...values, ...rangeOf(stretch), ...afterEvent(last), ...page };
    const rows = await readRows(database, `events/list-${kind}`, bounds);
    const items = rows as unknown as readonly T[];
    if (items.length > 0) yield items;
    last = items.length === SCANNED_ROWS ? (items.at(-1) ?? null) : null;
    // What is left begins after the stretch, or at the last event if the stretch may have more.
    if (isAscending) start = last?.timestamp ?? stretch.end;
    else end = last === null ? stretch.start : last.timestamp + 1;
    if (last !== null) length = Math.max(1, Math.floor(length / 2));
    else if (items.length < SCANNED_ROWS / 2) length *= 2;
  }
}

type SpaceKind = "space-events" | "measured-events";
type EventKind = "events" | SpaceKind;
type CountPath = `events/count-${EventKind}` | "catalog/count-audit-entries" | "readings/count-readings";

interface EventQuery<Kind extends EventKind> {
  readonly kind: Kind;
  readonly values: SqlValues;
}

/**
 * The query for the events that a filter selects. Those of a space are found by the sensors and spans of the space, not
 * by the space of each event in the log.
 */
function filteredBy(filter: EventFilter): EventQuery<EventKind> {
  const { spaceId, sensorId, doorwayId, trajectory = null } = filter;
  if (spaceId !== undefined && sensorId === undefined) return ofSpace({ spaceId, doorwayId }, trajectory);
  const space_ids = spaceId === undefined ? null : listValue([spaceId]);
  const values = { space_ids, doorway_id: doorwayId ?? null, sensor_id: sensorId ?? null, trajectory };
  return { kind: "events", values };
}

function ofSpace(
  { spaceId, doorwayId, direction, windows }: SpaceEventFilter,
  trajectory: number | null = null,
): EventQuery<SpaceKind> {
  const values = { space_id: spaceId, doorway_id: doorwayId ?? null, direction: direction ?? null };
  if (windows === undefined) return { kind: "space-events", values: { ...values, trajectory } };
  const bounds = Array.from(windows, BigInt);
  const opens = listValue(bounds.filter((_, index) => index % 2 === 0));
  const closes = listValue(bounds.filter((_, index) => index % 2 === 1));
  return { kind: "measured-events", values: { ...values, trajectory, opens, closes } };
}

/** The log's events of a range; see `EventStore.exportEvents`. A connection is held while they are read. */
async function* exportedEvents(database: Database, range: EventSpan, spaceIds: readonly bigint[] | null) {
  const values = { ...rangeOf(range), space_ids: spaceIds === null ? null : listValue([...spaceIds]) };
  const read = (reader: Connection) => reader.batches(statement("export/events"), values);
  for await (const rows of database.stream(read)) yield rows as ExportedEvent[];
}

async function logSpan(connection: Connection, range: EventSpan): Promise<LogSpan> {
  const { first, last, ...row } = await connection.row(statement("export/log-span"), rangeOf(range));
  return { ...row, span: first === null ? null : { first, last: Number(last) } };
}
