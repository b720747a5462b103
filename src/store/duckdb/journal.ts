import { BIGINT, BOOLEAN, INTEGER, TINYINT, VARCHAR } from "@duckdb/node-api";
import { HeadcountError } from "../../domain/errors.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type { Sensor } from "../../domain/resources.ts";
import { TextColumn } from "../../domain/text-column.ts";
import { column, wholeNumbers } from "../../duckdb/columns.ts";
import type { Connection, SqlValues } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import {
  type CatalogWrite,
  COMMIT_CONFLICTS,
  type CommittedIds,
  type IngestResult,
  type JournalStore,
  type LogColumns,
  type LogRecord,
  type NewRequest,
  type NotificationWrite,
  type ReplayMark,
  type RequestAnswer,
  type StagedReports,
} from "../../engine/ports.ts";
import { NO_RUNS, type PreparedRuns } from "../runs/run-store.ts";
import { writeCatalog } from "./catalog-store.ts";
import { appendCalls, appendOutcomes, removeSurplus } from "./delivery-store.ts";
import { removeBefore } from "./remove-events.ts";
import { appendKeys, removeRetained } from "./run-source.ts";
import type { StoreParts } from "./store-parts.ts";

/** A transaction with fewer rows than this, less than a row group of DuckDB, writes all to the log of changes. */
const ROWS_IN_BLOCKS = 100_000;

/** The journal in DuckDB: each record is stored in a transaction. */
export function duckDbJournal(parts: StoreParts): JournalStore {
  const { given } = parts;
  return {
    nextIds: () => ({ eventId: given.ids.eventId + 1n, callId: given.ids.callId + 1n }),
    append: (record) => append(parts, record),
  };
}

async function append(parts: StoreParts, write: LogRecord): Promise<IngestResult> {
  const { database, runs, retained, identities, given } = parts;
  const { now, ids, events, staged, logStart } = write;
  if (logStart !== undefined) {
    await removeBefore(parts, logStart, now);
    return { accepted: 0, duplicates: 0 };
  }
  const catalog = catalogOf(write);
  const committed = await database.write(async (writer) => {
    requireNoConflict(parts, write);
    requireLogRoom(given.ids.eventId + BigInt(events?.columns.length ?? 0));
    const prepared = events === undefined ? NO_RUNS : await runs.prepare(events.changes);
    if (staged !== undefined) await createIncoming(writer, catalog?.put?.sensor ?? []);
    const addsEvents = (events?.columns.length ?? 0) > 0;
    const stored = await writer.commit(() => store(writer, write, ids, prepared), addsEvents);
    // First, since no later commit may assign these ids again, whatever fails here.
    given.raise({
      nextId: catalog?.nextId,
      eventId: stored.lastId ?? lastOf(ids.eventId, events?.columns.length),
      callId: lastOf(ids.callId, write.calls?.length),
    });
    if (events !== undefined) runs.apply(events.changes, prepared, now);
    const { accepted, duplicates } = stored;
    return { accepted, duplicates };
  });
  const removedSpaces = catalog?.remove?.space ?? [];
  if (removedSpaces.length > 0) retained.forget(removedSpaces);
  if (catalog?.changedBindings?.length || removedSpaces.length > 0 || write.voided !== undefined)
    runs.becameStale();
  if (events !== undefined) identities.note(events.columns, lastOf(ids.eventId, events.columns.length));
  if (staged !== undefined) {
    identities.forget();
    // DuckDB has written rows of a large file to blocks of the database's file, to which the log of changes refers: in
    // an older copy of the file these blocks have other data.
    if (committed.accepted >= ROWS_IN_BLOCKS) await database.checkpoint();
    if (committed.accepted > 0) runs.becameStale();
  }
  return committed;
}

/** The last of some ids that follow each other; without any, the one before. */
function lastOf(first: bigint, length = 0): bigint {
  return first + BigInt(length) - 1n;
}

/** A write's changes of the catalog; null if there are none, as in most commits of events. */
function catalogOf({ catalog = {} }: LogRecord): CatalogWrite | null {
  return Object.keys(catalog).length === 0 ? null : catalog;
}

function requireNoConflict({ given, retained }: StoreParts, { events, ids }: LogRecord): void {
  if (ids.eventId !== given.ids.eventId + 1n || ids.callId !== given.ids.callId + 1n)
    throw COMMIT_CONFLICTS["log-moved"]();
  if (events === undefined) return;
  if (events.after !== null && events.after !== given.ids.eventId) throw COMMIT_CONFLICTS["log-moved"]();
  const { logStart } = retained;
  if (logStart > 0 && events.columns.timestamps.some((timestamp) => timestamp < logStart))
    throw COMMIT_CONFLICTS["log-start"]();
}

/** @throws HeadcountError `unavailable` if the log is too full for an event with an id */
function requireLogRoom(lastId: bigint): void {
  if (lastId > BigInt(EVENTS_MAX))
    throw new HeadcountError("unavailable", "the data directory has reached the maximum number of events");
}

/** The events that a transaction has appended; without `lastId`, the ids follow from their number. */
interface Appended extends IngestResult {
  readonly lastId?: bigint;
}

/** Stores a write within a transaction. @throws HeadcountError `conflict` if the event to void does not exist */
async function store(
  writer: Connection,
  write: LogRecord,
  ids: CommittedIds,
  prepared: PreparedRuns,
): Promise<Appended> {
  const {
    now,
    events,
    staged,
    requests,
    answers = [],
    voided,
    calls,
    outcomes,
    notifications,
    surplus,
  } = write;
  const catalog = catalogOf(write);
  if (voided !== undefined) await voidEvent(writer, voided.id, now);
  if (catalog !== null) {
    await writeCatalog(writer, catalog);
    const removed = catalog.remove?.space ?? [];
    if (removed.length > 0) await removeRetained(writer, removed);
    await writer.removeRows("unsafe_space", removed, "space_id");
  }
  if (events !== undefined) await appendEvents(writer, ids.eventId, events.columns, prepared);
  if (requests !== undefined) await appendRequests(writer, requests, ids.eventId);
  for (const answer of answers) await setAnswer(writer, answer);
  if (calls?.length) await appendCalls(writer, calls, ids);
  if (outcomes !== undefined) await appendOutcomes(writer, outcomes);
  if (surplus !== undefined) await removeSurplus(writer, surplus);
  if (notifications !== undefined) await writeNotifications(writer, notifications, ids.eventId);
  if (staged !== undefined) return appendIncoming(writer, staged, ids.eventId);
  return { accepted: events?.columns.length ?? 0, duplicates: 0 };
}

/**
 * Copies the accepted rows of the `report` table to `incoming`, with their sensors, outside of the transaction that
 * stores them: DuckDB uses only one thread to read rows of the same transaction.
 */
async function createIncoming(connection: Connection, sensors: readonly Sensor[]): Promise<void> {
  await connection.run(statement("load/create-new-sensor"));
  await connection.append(
    "new_sensor",
    [
      column(VARCHAR, sensors, ({ serialNumber }) => serialNumber),
      column(INTEGER, sensors, ({ key }) => key),
    ],
    "temp",
  );
  await connection.run(statement("events/create-incoming"));
}

/** Appends the rows of the `incoming` table to the log, without duplicates. */
async function appendIncoming(
  writer: Connection,
  { duplicateRule }: StagedReports,
  firstId: bigint,
): Promise<Appended> {
  let duplicates = await writer.run(statement("events/drop-repeated"), { rule: duplicateRule });
  const staged = await writer.row(statement("events/incoming-summary"));
  if (staged.events === 0n) return { accepted: 0, duplicates };
  const { first_ts, last_ts } = staged;
  duplicates += await writer.run(statement("events/drop-stored"), { first_ts, last_ts } as SqlValues);
  // Ids follow the rows of the file: the last id is that of the last remaining row.
  const { events, last_row } = await writer.row(statement("events/incoming-summary"));
  if (events === 0n) return { accepted: 0, duplicates };
  const lastId = firstId + (last_row as bigint);
  requireLogRoom(lastId);
  const accepted = await writer.run(statement("events/append-incoming"), { first_id: firstId });
  await writer.run(statement("events/mark-incoming"));
  return { accepted, duplicates, lastId };
}

async function appendEvents(
  connection: Connection,
  firstId: bigint,
  { length, timestamps, sensorKeys, trajectories, eventIds }: LogColumns,
  { stale, loaded }: PreparedRuns,
): Promise<void> {
  const first = Number(firstId);
  await connection.append("event", [
    { type: BIGINT, values: wholeNumbers(length, (row) => first + row) },
    { type: BIGINT, values: wholeNumbers(length, (row) => timestamps[row] as number) },
    { type: INTEGER, values: sensorKeys },
    { type: TINYINT, values: trajectories },
    { type: VARCHAR, values: eventIds ?? TextColumn.without(length) },
  ]);
  await appendKeys(connection, "stale_run", stale);
  await appendKeys(connection, "in_memory_run", loaded);
}

async function voidEvent(connection: Connection, id: bigint, instant: number): Promise<void> {
  const [found] = await connection.rows(statement("events/valid-event"), { id });
  if (found === undefined) throw COMMIT_CONFLICTS["no-event"]();
  await connection.run(statement("events/insert-voided"), { id, voided_at: BigInt(instant) });
  await connection.run(statement("events/mark-event"), { id });
}

/** Appends requests, each with its event and, if known, its answer (D9). */
async function appendRequests(
  connection: Connection,
  requests: readonly NewRequest[],
  firstEventId: bigint,
): Promise<void> {
  await connection.append("idempotent_request", [
    column(VARCHAR, requests, ({ tokenHash }) => tokenHash),
    column(VARCHAR, requests, ({ key }) => key),
    column(VARCHAR, requests, ({ fingerprint }) => fingerprint),
    column(BIGINT, requests, ({ row }) => firstEventId + BigInt(row)),
    column(VARCHAR, requests, ({ answer }) => answer),
    column(BIGINT, requests, ({ instant }) => BigInt(instant)),
  ]);
}

async function setAnswer(connection: Connection, { request, answer }: RequestAnswer): Promise<void> {
  const { tokenHash, key } = request;
  await connection.run(statement("events/set-idempotent-answer"), { token_hash: tokenHash, key, answer });
}

async function writeMarks(
  connection: Connection,
  marks: readonly ReplayMark[],
  since: number,
  position: bigint,
): Promise<void> {
  const resetOf = ({ sent }: ReplayMark) => (typeof sent === "bigint" ? null : sent);
  await connection.run(statement("deliveries/forget-replay-marks"), { before: BigInt(since) });
  await connection.append("replay_mark", [
    column(BIGINT, marks, () => position),
    column(BIGINT, marks, ({ instant }) => BigInt(instant)),
    column(BOOLEAN, marks, ({ isLive }) => isLive),
    column(BIGINT, marks, ({ nextId }) => nextId),
    column(BIGINT, marks, ({ sent }) => (typeof sent === "bigint" ? sent : null)),
    column(BIGINT, marks, (mark) => resetOf(mark)?.spaceId ?? null),
    column(BIGINT, marks, (mark) => bigIntOf(resetOf(mark)?.timestamp)),
    column(BIGINT, marks, (mark) => bigIntOf(resetOf(mark)?.count)),
  ]);
}

const bigIntOf = (value: number | undefined) => (value === undefined ? null : BigInt(value));

async function writeNotifications(
  connection: Connection,
  { marks, marksSince, pending, notified, unsafe }: NotificationWrite,
  firstEventId: bigint,
): Promise<void> {
  if (marks.length > 0) await writeMarks(connection, marks, marksSince, firstEventId - 1n);
  await connection.append("pending_event", [column(BIGINT, pending, (row) => firstEventId + BigInt(row))]);
  await connection.removeRows("pending_event", notified, "event_id");
  const spaceIds = unsafe.map(({ spaceId }) => spaceId);
  await connection.removeRows("unsafe_space", spaceIds, "space_id");
  const still = unsafe.filter((each) => each.unsafe);
  await connection.append("unsafe_space", [column(BIGINT, still, ({ spaceId }) => spaceId)]);
}
