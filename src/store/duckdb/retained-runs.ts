import type { RetainedDays, RetainedSource } from "../runs/run-source.ts";
import type { Connection } from "./database.ts";
import { BIGINT, INTEGER, LIST, listValue, UINTEGER } from "./duckdb-api.ts";
import { appendKeys } from "./run-marks.ts";
import { statement } from "./statements.ts";

/**
 * The record of retained runs in a database.
 *
 * @param read does some work on a connection to it
 */
export function retainedIn(
  read: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>,
): RetainedSource {
  return {
    logStart: () => read(readLogStart),
    days: (spaceId) => read((connection) => readRetainedDays(connection, spaceId)),
    spaceIds: () =>
      read(async (connection) => {
        const rows = await connection.rows(statement("retention/retained-spaces"));
        return rows.map((row) => row.space_id as bigint);
      }),
  };
}

async function readLogStart(connection: Connection): Promise<number> {
  return Number((await connection.row(statement("retention/log-start"))).log_start);
}

async function readRetainedDays(connection: Connection, spaceId: bigint): Promise<RetainedDays> {
  const rows = await connection.rows(statement("retention/retained-runs"), { space_id: spaceId });
  return {
    days: Int32Array.from(rows, (row) => Number(row.day)),
    checksums: Uint32Array.from(rows, (row) => Number(row.checksum)),
  };
}

/** Records runs of a space that cannot be derived again, within the transaction of the caller. */
export async function appendRetained(
  connection: Connection,
  spaceId: bigint,
  { days, checksums }: RetainedDays,
): Promise<void> {
  await connection.append("retained_run", [
    { type: BIGINT, values: Array.from(days, () => spaceId) },
    { type: INTEGER, values: days },
    { type: UINTEGER, values: [...checksums] },
  ]);
}

/**
 * Removes the record of retained runs of some spaces, within the transaction that removes the spaces. The runs become
 * stale, so that they are derived without changes.
 */
export async function removeRetained(connection: Connection, spaceIds: readonly bigint[]): Promise<void> {
  if ((await readLogStart(connection)) === 0) return;
  for (const spaceId of spaceIds) {
    const { days } = await readRetainedDays(connection, spaceId);
    const keys = Array.from(days, (day) => ({ spaceId, day }));
    await appendKeys(connection, "stale_run", keys);
  }
  const values = { space_ids: listValue([...spaceIds]) };
  await connection.run(statement("retention/remove-retained-runs"), values, { space_ids: LIST(BIGINT) });
}
