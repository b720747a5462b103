import { TextColumn } from "../../domain/text-column.ts";
import type { EventBatch, LiveWrite, LoggedEvent } from "../../engine/ports.ts";
import type { RunMarks } from "../runs/run-store.ts";
import { appendCalls } from "./call-table.ts";
import { writeCatalog } from "./catalog-store.ts";
import { type Connection, slicesOf } from "./database.ts";
import { BIGINT, INTEGER, LIST, listValue, TINYINT, VARCHAR } from "./duckdb-api.ts";
import { rememberRequests } from "./idempotent-requests.ts";
import { wholeNumbers } from "./raw-vectors.ts";
import { appendKeys } from "./run-marks.ts";
import { statement } from "./statements.ts";

/** Appends events and what goes with them, within a transaction of the caller's. */
export async function appendBatch(
  connection: Connection,
  batch: EventBatch,
  { stale, loaded }: RunMarks,
): Promise<void> {
  await writeCatalog(connection, batch.catalog);
  await appendEvents(connection, batch);
  await appendKeys(connection, "stale_run", stale);
  await appendKeys(connection, "in_memory_run", loaded);
  await rememberRequests(connection, batch.requests);
  await writeLive(connection, batch.live);
}

async function appendEvents(
  connection: Connection,
  { firstId, events }: Pick<EventBatch, "firstId" | "events">,
): Promise<void> {
  const { length, timestamps, sensorKeys, trajectories, eventIds } = events;
  if (length === 0) return;
  const first = Number(firstId);
  await connection.append("event", [
    { type: BIGINT, values: wholeNumbers(length, (row) => first + row) },
    { type: BIGINT, values: wholeNumbers(length, (row) => timestamps[row] as number) },
    { type: INTEGER, values: sensorKeys },
    { type: TINYINT, values: trajectories },
    { type: VARCHAR, values: eventIds ?? TextColumn.without(length) },
  ]);
}

/** Writes webhook calls and pending notifications, within a transaction of the caller's. */
export async function writeLive(
  connection: Connection,
  { calls, pending, notified, unsafe }: LiveWrite,
): Promise<void> {
  await appendCalls(connection, calls);
  if (pending.length > 0) await connection.append("pending_event", [{ type: BIGINT, values: pending }]);
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

/** Reads what `writeLive` has written, as the port says. */
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
