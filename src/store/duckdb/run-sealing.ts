import { BIGINT, INTEGER, LIST, listValue, UINTEGER } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import type { SpaceRun } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { appendKeys } from "./event-batch.ts";
import type { HotRuns, RunKey } from "./hot-runs.ts";
import { runsOf } from "./run-chunks.ts";
import { statement } from "./statements.ts";

/** Changes that are sealed in one transaction, so that events do not wait long for it. */
const SEALED_CHANGES = 2 ** 19;

/** Treats the runs that another process kept in memory as stale, within a transaction of the caller's. */
export async function adoptHotRuns(connection: Connection): Promise<void> {
  await connection.run(statement("runs/mark-hot"));
  await connection.run(statement("runs/clear-hot"));
}

/** Reads some stored runs; those that there are none of are left out. */
export async function readStored(connection: Connection, keys: readonly RunKey[]): Promise<SpaceRun[]> {
  const nameOf = (spaceId: bigint, dayStart: number) => `${spaceId} ${dayStart}`;
  const wanted = new Set(keys.map(({ spaceId, day }) => nameOf(spaceId, day * DAY_MS)));
  const days = keys.map(({ day }) => day);
  const values = {
    space_ids: listValue([...new Set(keys.map(({ spaceId }) => spaceId))]),
    first_day: Math.min(...days),
    last_day: Math.max(...days),
  };
  const stored: SpaceRun[] = [];
  const chunks = connection.chunks(statement("runs/of-spaces-as-stored"), values, {
    space_ids: LIST(BIGINT),
  });
  for await (const chunk of chunks) {
    for (const run of runsOf(chunk)) {
      // Its own copy: what it is kept for may live as long as the process.
      if (wanted.has(nameOf(run.spaceId, run.dayStart)))
        stored.push({ ...run, changes: run.changes.slice() });
    }
  }
  return stored;
}

/** Forgets which runs are in memory of those that have become stale, within a transaction of the caller's. */
export async function coolStale(connection: Connection): Promise<RunKey[]> {
  const rows = await connection.rows(statement("runs/cooling"));
  if (rows.length > 0) await connection.run(statement("runs/cool"));
  return rows.map((row) => ({ spaceId: row.space_id as bigint, day: Number(row.day) }));
}

/**
 * Stores some runs that are in memory, in a transaction of its own, and lets go of them there.
 *
 * @returns whether any were left to be stored
 */
export async function sealSome(
  connection: Connection,
  hot: HotRuns,
  isSealed: (key: RunKey) => boolean,
): Promise<boolean> {
  const keys: RunKey[] = [];
  const lists: Uint32Array[] = [];
  let changes = 0;
  for (const key of hot.keys()) {
    if (!isSealed(key)) continue;
    const [run] = hot.of(key.spaceId, key.day, key.day);
    if (run === undefined) continue;
    keys.push(key);
    lists.push(run.changes);
    changes += run.changes.length;
    if (changes >= SEALED_CHANGES) break;
  }
  if (keys.length === 0) return false;
  await connection.transaction(async () => {
    await connection.run(statement("runs/create-sealed"));
    await appendKeys(connection, "sealed", keys, "temp");
    await connection.run(statement("runs/remove-sealed"));
    await connection.append("run", [
      { type: BIGINT, values: keys.map((key) => key.spaceId) },
      { type: INTEGER, values: keys.map((key) => key.day) },
      { type: LIST(UINTEGER), values: lists.map((list) => listValue([...list])) },
    ]);
    await connection.run(statement("runs/clear-sealed"));
  });
  for (const key of keys) hot.drop(key);
  return true;
}
