import type { Connection } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import type { LogPlace } from "../../engine/ports.ts";

/** How far the directory has followed a log that it shares with other servers; null if it follows none. */
export async function readLogPosition(connection: Connection): Promise<LogPlace | null> {
  const [row] = await connection.rows(statement("database/log-position"));
  return row === undefined
    ? null
    : { log: row.log, node: row.node, at: { position: row.position, chain: row.chain } };
}

/** Stores with the records of a transaction how far the log has been followed. */
export async function writeLogPosition(connection: Connection, { log, node, at }: LogPlace): Promise<void> {
  const values = { node, position: at.position, chain: at.chain };
  const moved = await connection.run(statement("database/move-log-position"), values);
  if (moved === 0) await connection.run(statement("database/insert-log-position"), { log, ...values });
}

/** Ends that the directory follows a log. */
export async function removeLogPosition(connection: Connection): Promise<void> {
  await connection.run(statement("database/remove-log-position"));
}
