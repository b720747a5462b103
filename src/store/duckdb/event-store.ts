import { listValue } from "@duckdb/node-api";
import { groupBy } from "../../domain/collections.ts";
import { DAY_MS, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type {
  ChangedEvents,
  EventStore,
  EventsToVoid,
  FoundEvents,
  IdempotentRequest,
  IdRanges,
  LoggedEvent,
  MonthSum,
  RebuildRange,
  SensorDifference,
} from "../../engine/ports.ts";
import { daysOf } from "../runs/bulk-reads.ts";
import { copyEvents } from "./copy-events.ts";
import { eventReader, readRows } from "./event-rows.ts";
import type { StoreParts } from "./store-parts.ts";

/** Interval between removals of old requests with keys, in ms. */
const FORGETTING_MS = 60_000;

/** The log in DuckDB, and the runs derived from it. */
export function duckDbEventStore(parts: StoreParts): EventStore {
  const { database, runs, retained, given, identities, loads } = parts;
  return {
    ...eventReader(database),
    runs: (...range) => runs.runs(...range),
    read: runs.read.bind(runs),
    firstChanges: (spaces) => runs.firstChanges(spaces),
    setResetHistories: (historyOf) => runs.setResetHistories(historyOf),
    deriveRuns: async () => {
      await runs.refresh();
      await runs.settle();
    },
    rebuild: async (range) => {
      const result = await runs.rebuild(range);
      const isCompared = range.verify && range.spaceId === null;
      return { ...result, sensors: isCompared ? await readingDifferences(database, range) : [] };
    },
    logStart: () => retained.logStart,
    position: async () => given.ids.eventId,
    findStored: (events, ranges) => identities.find(events, ranges),
    stage: (path, options) => loads.stage(path, options),
    acceptStaged: (sensors, rule) => loads.acceptStaged(sensors, rule),
    acceptReadings: (parts) => loads.acceptReadings(parts),
    stagedParts: () => loads.stagedParts(),
    loadLive: () => database.read(readLive),
    eventsAfter: async (afterId, lastId) =>
      (await readRows(database, "events/events-after", {
        after_id: afterId,
        last_id: lastId,
      })) as LoggedEvent[],
    eventsOfReadings: async (sensorKeys, { from, to }, except = NO_RANGES) => {
      const sought = { sensors: listValue([...sensorKeys]), start_ts: BigInt(from), end_ts: BigInt(to) };
      const values = { ...sought, ...rangeValues(except) };
      return (await readRows(database, "events/events-of-readings", values)) as LoggedEvent[];
    },
    eventsToVoid: (which) => database.read((reader) => findEventsToVoid(reader, which)),
    requests: requestFinder(database),
    copyEvents: async (afterId, folder) => {
      const removed = async function* () {
        yield* runs.runs(await retained.source.spaceIds(), -Infinity, retained.firstDay);
      };
      const log = { database, last: given.ids.eventId, retained: retained.firstDay === 0 ? null : removed };
      return copyEvents(log, afterId, folder);
    },
    summary: () => database.read((reader) => reader.row(statement("events/log-summary"))),
  };
}

/**
 * The sensors of whose readings some have other events in the log than they have counted (D31), by serial number.
 *
 * @param range whose days have the ends of their spans, as it has runs
 */
async function readingDifferences(database: Database, range: RebuildRange): Promise<SensorDifference[]> {
  const { firstDay, lastDay } = daysOf(range);
  const values = {
    start_ts: BigInt(Math.max(firstDay * DAY_MS, INSTANT_MIN)),
    end_ts: BigInt(Math.min((lastDay + 1) * DAY_MS, INSTANT_MAX)),
  };
  const rows = await readRows(database, "readings/differences", values);
  return rows.map((row) => ({
    serialNumber: row.serial_number,
    readings: Number(row.readings),
    first: Number(row.first_ts),
    counted: { in: Number(row.counted_in), out: Number(row.counted_out) },
    events: { in: Number(row.events_in), out: Number(row.events_out) },
  }));
}

async function readLive(connection: Connection): ReturnType<EventStore["loadLive"]> {
  const pending = await connection.rows(statement("deliveries/pending-events"));
  const unsafe = await connection.rows(statement("deliveries/unsafe-spaces"));
  const marks = await connection.rows(statement("deliveries/replay-marks"));
  return {
    pending: pending as LoggedEvent[],
    unsafe: unsafe.map((row) => row.space_id),
    marks: marks.map(({ eventId, spaceId, timestamp, count, ...mark }) => ({
      ...mark,
      sent: eventId ?? (spaceId && { spaceId, timestamp: Number(timestamp), count: Number(count) }),
    })),
  };
}

/** Finds requests with idempotency keys, and removes old ones from time to time (D9). */
function requestFinder(database: Database): EventStore["requests"] {
  /** Requests from before this instant, in ms, have been removed. */
  let forgottenBefore = -Infinity;
  return async (requests) => {
    const since = Math.max(...requests.map((request) => request.since));
    if (since >= forgottenBefore + FORGETTING_MS) {
      forgottenBefore = since;
      const values = { before: BigInt(since) };
      await database.write((writer) => writer.run(statement("events/forget-idempotent-requests"), values));
    }
    return database.read((connection) => findRequests(connection, requests));
  };
}

async function findRequests(connection: Connection, requests: readonly IdempotentRequest[]) {
  const keys = listValue(requests.map(({ key }) => key));
  const rows = await connection.rows(statement("events/find-idempotent-requests"), { keys });
  const byKey = groupBy(rows, (row) => `${row.token_hash} ${row.key}`);
  return requests.map(({ tokenHash, key, since }) => {
    const row = byKey.get(`${tokenHash} ${key}`)?.find((each) => Number(each.created_at) >= since);
    if (row === undefined) return null;
    return { fingerprint: row.fingerprint, eventId: row.event_id, answer: row.answer };
  });
}

const NO_RANGES: IdRanges = { firstIds: [], lastIds: [] };

function rangeValues({ firstIds, lastIds }: IdRanges) {
  return { first_ids: listValue([...firstIds]), last_ids: listValue([...lastIds]) };
}

async function findEventsToVoid(reader: Connection, which: EventsToVoid): Promise<FoundEvents> {
  const chunks =
    "sensorKey" in which
      ? reader.chunks(statement("events/valid-of-sensor"), {
          sensor: which.sensorKey,
          from_ts: BigInt(which.from),
          to_ts: BigInt(which.to),
        })
      : reader.chunks(statement("events/valid-in-ranges"), rangeValues(which));
  const columns: number[][] = [[], [], [], []];
  for await (const chunk of chunks)
    for (const [index, column] of columns.entries())
      for (const value of chunk.getColumnValues(index)) column.push(Number(value));
  const [ids = [], sensorKeys = [], timestamps = [], trajectories = []] = columns;
  return {
    length: ids.length,
    ids: Float64Array.from(ids),
    sensorKeys: Int32Array.from(sensorKeys),
    timestamps: Float64Array.from(timestamps),
    trajectories: Int8Array.from(trajectories),
  };
}

export function changedEvents(database: Database): ChangedEvents {
  return {
    copyValidEvents: (afterId, lastId, paths) =>
      database.read(async (reader) => {
        const ids = { after_id: afterId, last_id: lastId };
        await reader.run(statement("events/copy-valid-events"), { ...ids, path: paths.events });
        await reader.run(statement("events/copy-space-events"), { ...ids, path: paths.spaceEvents });
      }),
    copyValidEventsIn: ({ from, to }, lastId, paths) =>
      database.read(async (reader) => {
        const values = { from_ts: BigInt(from), to_ts: BigInt(to), last_id: lastId };
        await reader.run(statement("events/copy-valid-events-in"), { ...values, path: paths.events });
        await reader.run(statement("events/copy-space-events-in"), { ...values, path: paths.spaceEvents });
      }),
    eventsByHour: (lastId) => readRows(database, "events/events-by-hour", { last_id: lastId }),
    copyEventsOfSpace: (spaceId, { from, to }, path) => {
      const values = { space_id: spaceId, from_ts: BigInt(from), to_ts: BigInt(to), path };
      return database.read((reader) => reader.run(statement("events/copy-events-of-space"), values));
    },
    spansOfSensors: (afterId, lastId) =>
      readRows(database, "events/spans-of-sensors", { after_id: afterId, last_id: lastId }),
    monthSums: async (lastId) => sumsOf(await readRows(database, "events/month-sums", { last_id: lastId })),
    monthSumsOfSpaces: async (lastId) =>
      sumsOf(await readRows(database, "events/month-sums-of-spaces", { last_id: lastId })),
    monthSumsOfReadings: async (from) =>
      sumsOf(await readRows(database, "readings/month-sums", { start_ts: BigInt(from) })),
    voidedSince: (instant) => readRows(database, "events/voided-since", { since_ts: BigInt(instant) }),
  };
}

type SumRow = Row<"events/month-sums" | "events/month-sums-of-spaces" | "readings/month-sums">;

function sumsOf(rows: readonly SumRow[]): Map<number, MonthSum> {
  return new Map(rows.map(({ month, ...sum }) => [month, sum]));
}
