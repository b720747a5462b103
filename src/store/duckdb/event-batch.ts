import { TextColumn } from "../../domain/text-column.ts";
import type {
  IdempotentRequest,
  LogColumns,
  LoggedEvent,
  NewRequest,
  NotificationWrite,
  RememberedRequest,
  RequestAnswer,
} from "../../engine/ports.ts";
import type { RunMarks } from "../runs/run-store.ts";
import { type Connection, slicesOf } from "./database.ts";
import { BIGINT, INTEGER, LIST, listValue, TINYINT, VARCHAR } from "./duckdb-api.ts";
import { wholeNumbers } from "./raw-vectors.ts";
import { appendKeys } from "./run-source.ts";
import { statement } from "./statements.ts";

/** Appends events, and marks the runs that they change, within a transaction of the caller's. */
export async function appendEvents(
  connection: Connection,
  firstId: bigint,
  { length, timestamps, sensorKeys, trajectories, eventIds }: LogColumns,
  { stale, loaded }: RunMarks,
): Promise<void> {
  if (length > 0) {
    const first = Number(firstId);
    await connection.append("event", [
      { type: BIGINT, values: wholeNumbers(length, (row) => first + row) },
      { type: BIGINT, values: wholeNumbers(length, (row) => timestamps[row] as number) },
      { type: INTEGER, values: sensorKeys },
      { type: TINYINT, values: trajectories },
      { type: VARCHAR, values: eventIds ?? TextColumn.without(length) },
    ]);
  }
  await appendKeys(connection, "stale_run", stale);
  await appendKeys(connection, "in_memory_run", loaded);
}

/** Voids an event within a transaction of the caller's; false where it does not exist, or is voided already. */
export async function voidEvent(connection: Connection, id: bigint, instant: number): Promise<boolean> {
  const [found] = await connection.rows(statement("events/valid-event"), { id });
  if (found === undefined) return false;
  await connection.run(statement("events/insert-voided"), { id, voided_at: BigInt(instant) });
  await connection.run(statement("events/mark-event"), { id });
  return true;
}

/** Writes which notifications are pending, within a transaction of the caller's. */
export async function writeNotifications(
  connection: Connection,
  { pending, notified, unsafe }: NotificationWrite,
  firstEventId: bigint,
): Promise<void> {
  const ids = pending.map((row) => firstEventId + BigInt(row));
  if (ids.length > 0) await connection.append("pending_event", [{ type: BIGINT, values: ids }]);
  for await (const slice of slicesOf(notified)) {
    const values = { event_ids: listValue([...slice]) };
    await connection.run(statement("live/remove-notified"), values, { event_ids: LIST(BIGINT) });
  }
  if (unsafe.length === 0) return;
  const values = { space_ids: listValue(unsafe.map(({ spaceId }) => spaceId)) };
  await connection.run(statement("live/remove-unsafe"), values, { space_ids: LIST(BIGINT) });
  const still = unsafe.filter((each) => each.unsafe).map(({ spaceId }) => spaceId);
  if (still.length > 0) await connection.append("unsafe_space", [{ type: BIGINT, values: still }]);
}

/** Reads what `writeNotifications` has written, as the port says. */
export async function readLive(
  connection: Connection,
): Promise<{ readonly pending: LoggedEvent[]; readonly unsafe: bigint[] }> {
  const pending = await connection.rows(statement("live/pending-events"));
  const unsafe = await connection.rows(statement("live/unsafe-spaces"));
  return {
    pending: pending.map((row) => ({
      id: row.id as bigint,
      timestamp: Number(row.ts),
      sensorKey: Number(row.sensor),
      trajectory: row.trajectory === 1 ? 1 : -1,
      eventId: row.event_id as string | null,
    })),
    unsafe: unsafe.map((row) => row.space_id as bigint),
  };
}

/** Appends requests, each with its event and, where that is known, its answer, within a transaction of the caller's (D9). */
export async function rememberRequests(
  connection: Connection,
  requests: readonly NewRequest[],
  firstEventId: bigint,
): Promise<void> {
  if (requests.length === 0) return;
  await connection.append("idempotent_request", [
    { type: VARCHAR, values: requests.map(({ tokenHash }) => tokenHash) },
    { type: VARCHAR, values: requests.map(({ key }) => key) },
    { type: VARCHAR, values: requests.map(({ fingerprint }) => fingerprint) },
    { type: BIGINT, values: requests.map(({ row }) => firstEventId + BigInt(row)) },
    { type: VARCHAR, values: requests.map(({ answer }) => answer) },
    { type: BIGINT, values: requests.map(({ instant }) => BigInt(instant)) },
  ]);
}

/** Forgets requests from before an instant, in ms. */
export async function forgetRequests(connection: Connection, before: number): Promise<void> {
  await connection.run(statement("events/forget-idempotent-requests"), { before: BigInt(before) });
}

/** What is remembered of each of some requests: of those with its token and key, or null. */
export async function findRequests(
  connection: Connection,
  requests: readonly IdempotentRequest[],
): Promise<(RememberedRequest | null)[]> {
  const rows = await connection.rows(
    statement("events/find-idempotent-requests"),
    { keys: listValue(requests.map(({ key }) => key)) },
    { keys: LIST(VARCHAR) },
  );
  return requests.map(({ tokenHash, key, since }) => {
    const row = rows.find(
      (each) => each.token_hash === tokenHash && each.key === key && Number(each.created_at) >= since,
    );
    if (row === undefined) return null;
    return {
      fingerprint: String(row.fingerprint),
      eventId: row.event_id as bigint,
      answer: row.answer as string | null,
    };
  });
}

/** Remembers the answer to a request that has none yet, within a transaction of the caller's. */
export async function setAnswer(connection: Connection, { request, answer }: RequestAnswer): Promise<void> {
  const { tokenHash, key } = request;
  await connection.run(statement("events/set-idempotent-answer"), { token_hash: tokenHash, key, answer });
}
