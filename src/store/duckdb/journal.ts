import { BIGINT, BOOLEAN, type DuckDBDataChunk, VARCHAR } from "@duckdb/node-api";
import { getOrInsert } from "../../domain/collections.ts";
import { chunksOf, column, wholeNumbers } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import {
  type AcceptedLoss,
  type AppendedRecord,
  COMMIT_CONFLICTS,
  type CommittedIds,
  type JournalStore,
  type LogRecord,
  type LogWrite,
  type NewRequest,
  type NotificationWrite,
  type ReplayMark,
  type SpaceChanges,
  type VoidedEvents,
} from "../../engine/ports.ts";
import { writeCatalog } from "./catalog-store.ts";
import { writeLogPosition } from "./commits.ts";
import { appendDeliveries, appendOutcomes, removeSurplus } from "./delivery-store.ts";
import { eventColumns, Loads } from "./loads.ts";
import { appendReadings } from "./reading-store.ts";
import { removeBefore } from "./remove-events.ts";
import { appendKeys, removeRetained } from "./run-source.ts";
import type { StoreParts } from "./store-parts.ts";

/** A transaction with fewer rows than this, less than a row group of DuckDB, writes all to the log of changes. */
const ROWS_IN_BLOCKS = 100_000;

export function duckDbJournal(parts: StoreParts): JournalStore {
  return {
    nextIds: () => nextIds(parts),
    append: (records, logged) => append(parts, records, logged),
  };
}

function nextIds({ given: { ids } }: StoreParts): CommittedIds {
  return { eventId: ids.eventId + 1n, deliveryId: ids.deliveryId + 1n };
}

async function append(parts: StoreParts, appended: readonly AppendedRecord[], logged?: LogWrite) {
  const { database, runs, given } = parts;
  const records = appended.map(({ record }) => record);
  const [{ logStart, now } = { now: 0 }] = records;
  if (logStart !== undefined) return removeBefore(parts, logStart, now, logged);
  const changes = joinedChanges(appended.flatMap(({ changes = [] }) => changes));
  await database.write(async (writer) => {
    const next = requireNoConflict(parts, records);
    const prepared = await runs.prepare(changes);
    // The log is written meanwhile: nothing can refuse the records any more.
    const confirmed = logged?.confirm?.();
    confirmed?.catch(() => {});
    // Their ids number the commit.
    const addsEvents = records.some(({ events }) => (events?.columns.length ?? 0) > 0);
    await writer.commit(async () => {
      if (addsEvents) await writer.append("event", eventChunks(records));
      for (const record of records) await store(parts, writer, record);
      await appendKeys(writer, "stale_run", prepared.stale);
      await appendKeys(writer, "in_memory_run", prepared.loaded);
      if (logged !== undefined) await writeLogPosition(writer, logged);
      await confirmed;
    }, addsEvents);
    // First, since no later commit may assign these ids again, whatever fails here.
    for (const { catalog } of records) given.raise({ nextId: catalog?.nextId });
    given.raise({ eventId: next.eventId - 1n, deliveryId: next.deliveryId - 1n });
    if (addsEvents) runs.apply(changes, prepared, records.at(-1)?.now ?? now);
  });
  for (const record of records) await applyStored(parts, record);
}

/** Applies a stored record to what the store has in memory, except to runs. */
async function applyStored({ database, runs, retained, identities }: StoreParts, record: LogRecord) {
  const { catalog, events, load, voided } = record;
  const removedSpaces = catalog?.remove?.space ?? [];
  if (removedSpaces.length > 0) retained.forget(removedSpaces);
  if (catalog?.changedBindings?.length || removedSpaces.length > 0 || voided !== undefined)
    runs.becameStale();
  if (events !== undefined) identities.add(events.columns);
  // Events of an import that is taken back may come again.
  if (voided !== undefined && catalog?.put?.import !== undefined) identities.forget();
  if (load !== undefined && load.events + (load.readings ?? 0) > 0) {
    identities.forget();
    // DuckDB has written rows of a large file to blocks of the database's file, to which the log of changes refers: in
    // an older copy of the file these blocks have other data.
    if (Math.max(load.events, load.readings ?? 0) >= ROWS_IN_BLOCKS) await database.checkpoint();
    runs.becameStale();
  }
}

/** @returns the ids that follow those of the records */
function requireNoConflict(parts: StoreParts, records: readonly LogRecord[]): CommittedIds {
  const { given } = parts;
  let next = nextIds(parts);
  for (const { acceptedLoss, deliveries, events, ids, load } of records) {
    // The ids of an accepted loss are skipped.
    if (acceptedLoss === undefined && (ids.eventId !== next.eventId || ids.deliveryId !== next.deliveryId))
      throw COMMIT_CONFLICTS["log-moved"]();
    next = {
      eventId: ids.eventId + BigInt(load?.rows ?? events?.columns.length ?? 0),
      deliveryId: ids.deliveryId + BigInt(deliveries?.length ?? 0),
    };
  }
  given.requireRoom(next.eventId - 1n - given.ids.eventId);
  return next;
}

async function* eventChunks(records: readonly LogRecord[]): AsyncGenerator<DuckDBDataChunk> {
  for (const { events, ids } of records) {
    if (events === undefined) continue;
    const first = Number(ids.eventId);
    const eventIds = wholeNumbers(events.columns.length, (row) => first + row);
    yield* chunksOf([{ type: BIGINT, values: eventIds }, ...eventColumns(events.columns)]);
  }
}

/**
 * Stores a write within a transaction, except its events.
 *
 * @throws HeadcountError `conflict` if an event to void does not exist
 */
async function store({ loads }: StoreParts, writer: Connection, write: LogRecord): Promise<void> {
  const { ids, part, load, readings, acceptedLoss, requests, answers = [], catalog, voided } = write;
  const { deliveries, outcomes, notifications, surplus } = write;
  if (voided !== undefined) await voidEvents(writer, voided, write.now);
  if (catalog !== undefined) {
    await writeCatalog(writer, catalog);
    const removed = catalog.remove?.space ?? [];
    if (removed.length > 0) await removeRetained(writer, removed);
    await writer.removeRows("unsafe_space", removed, "space_id");
  }
  if (requests !== undefined) await appendRequests(writer, requests, ids.eventId);
  for (const { request, answer } of answers) {
    const values = { token_hash: request.tokenHash, key: request.key, answer };
    await writer.run(statement("events/set-idempotent-answer"), values);
  }
  if (deliveries?.length) await appendDeliveries(writer, deliveries, ids);
  if (outcomes !== undefined) await appendOutcomes(writer, outcomes);
  if (surplus !== undefined) await removeSurplus(writer, surplus);
  if (notifications !== undefined) await writeNotifications(writer, notifications, ids.eventId);
  if (acceptedLoss !== undefined) await insertLoss(writer, acceptedLoss, write);
  if (readings !== undefined) await appendReadings(writer, readings);
  if (part !== undefined) await Loads.appendPart(writer, part);
  if (load !== undefined) await loads.close(writer, load, ids.eventId);
}

function insertLoss(connection: Connection, { reason, ...loss }: AcceptedLoss, { now, ids }: LogRecord) {
  return connection.run(statement("database/insert-accepted-loss"), {
    accepted_at: BigInt(now),
    kept_event_id: loss.keptEventId,
    last_event_id: ids.eventId - 1n,
    next_id: loss.nextId,
    last_delivery_id: ids.deliveryId - 1n,
    reason,
  });
}

async function voidEvents(connection: Connection, { ids }: VoidedEvents, instant: number): Promise<void> {
  await connection.run(statement("events/create-voiding"));
  const values = wholeNumbers(ids.length, (row) => ids[row] as number);
  await connection.append("voiding", [{ type: BIGINT, values }], "temp");
  const { events } = await connection.row(statement("events/count-voiding"));
  if (Number(events) !== ids.length) throw COMMIT_CONFLICTS["no-event"]();
  // Before they are voided: then they are no valid events.
  await connection.run(statement("events/mark-voiding"));
  await connection.run(statement("events/insert-voided"), { voided_at: BigInt(instant) });
}

/** Appends requests, each with its event and, if known, its answer (D9). */
async function appendRequests(connection: Connection, requests: readonly NewRequest[], firstEventId: bigint) {
  await connection.append("idempotent_request", [
    column(VARCHAR, requests, ({ tokenHash }) => tokenHash),
    column(VARCHAR, requests, ({ key }) => key),
    column(VARCHAR, requests, ({ fingerprint }) => fingerprint),
    column(BIGINT, requests, ({ row }) => firstEventId + BigInt(row)),
    column(VARCHAR, requests, ({ answer }) => answer),
    column(BIGINT, requests, ({ instant }) => BigInt(instant)),
  ]);
}

const bigIntOf = (value: number | undefined) => (value === undefined ? null : BigInt(value));

async function writeNotifications(
  connection: Connection,
  { marks, marksSince, pending, notified, unsafe }: NotificationWrite,
  firstEventId: bigint,
): Promise<void> {
  if (marks.length > 0) {
    const resetOf = ({ sent }: ReplayMark) => (typeof sent === "bigint" ? null : sent);
    await connection.run(statement("deliveries/forget-replay-marks"), { before: BigInt(marksSince) });
    await connection.append("replay_mark", [
      column(BIGINT, marks, () => firstEventId - 1n),
      column(BIGINT, marks, ({ instant }) => BigInt(instant)),
      column(BOOLEAN, marks, ({ isLive }) => isLive),
      column(BIGINT, marks, ({ nextId }) => nextId),
      column(BIGINT, marks, ({ sent }) => (typeof sent === "bigint" ? sent : null)),
      column(BIGINT, marks, (mark) => resetOf(mark)?.spaceId ?? null),
      column(BIGINT, marks, (mark) => bigIntOf(resetOf(mark)?.timestamp)),
      column(BIGINT, marks, (mark) => bigIntOf(resetOf(mark)?.count)),
    ]);
  }
  await connection.append("pending_event", [column(BIGINT, pending, (row) => firstEventId + BigInt(row))]);
  await connection.removeRows("pending_event", notified, "event_id");
  const spaceIds = unsafe.map(({ spaceId }) => spaceId);
  await connection.removeRows("unsafe_space", spaceIds, "space_id");
  const still = unsafe.filter((each) => each.unsafe);
  await connection.append("unsafe_space", [column(BIGINT, still, ({ spaceId }) => spaceId)]);
}

/** Changes of counts, one after the other, as one set of columns. */
function joinedChanges(parts: readonly SpaceChanges[]): SpaceChanges {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const indexes = new Map<bigint, number>();
  const spaces = new Int32Array(length);
  const timestamps = new Float64Array(length);
  const directions = new Int8Array(length);
  let start = 0;
  for (const part of parts) {
    const joined = part.spaceIds.map((id) => getOrInsert(indexes, id, () => indexes.size));
    for (let row = 0; row < part.length; row++)
      spaces[start + row] = joined[part.spaces[row] as number] as number;
    timestamps.set(part.timestamps, start);
    directions.set(part.directions, start);
    start += part.length;
  }
  return { length, spaceIds: [...indexes.keys()], spaces, timestamps, directions };
}
