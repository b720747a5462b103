import type { RunKey } from "../runs/run-source.ts";
import type { Connection } from "./database.ts";
import { BIGINT, INTEGER } from "./duckdb-api.ts";

/** Appends the keys of runs to a table of such. */
export async function appendKeys(
  connection: Connection,
  table: string,
  keys: readonly RunKey[],
  catalog: string | null = null,
): Promise<void> {
  if (keys.length === 0) return;
  const columns = [
    { type: BIGINT, values: keys.map((key) => key.spaceId) },
    { type: INTEGER, values: keys.map((key) => key.day) },
  ];
  await connection.append(table, columns, catalog);
}
