import type { Connection } from "./database.ts";
import { BIGINT, LIST, listValue } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

/** The ids of the files of runs that belong to the data directory, ascending. */
export async function listedRunFiles(connection: Connection): Promise<number[]> {
  const rows = await connection.rows(statement("runs/files"));
  return rows.map((row) => Number(row.id));
}

/** Puts files on the list, and takes others off it, within a transaction of the caller's. */
export async function relist(
  connection: Connection,
  added: readonly { readonly id: number }[],
  removed: readonly { readonly id: number }[] = [],
): Promise<void> {
  if (added.length > 0)
    await connection.append("run_file", [{ type: BIGINT, values: added.map(({ id }) => BigInt(id)) }]);
  if (removed.length === 0) return;
  const ids = listValue(removed.map(({ id }) => BigInt(id)));
  await connection.run(statement("runs/remove-files"), { ids }, { ids: LIST(BIGINT) });
}
