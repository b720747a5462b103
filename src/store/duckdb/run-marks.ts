import type { Rebinding } from "../../engine/ports.ts";
import type { RunKey } from "../runs/run-source.ts";
import type { Connection, SqlValues } from "./database.ts";
import { BIGINT, INTEGER } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

const EARLIEST = -(2n ** 63n);
const LATEST = 2n ** 63n - 1n;

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

/** Marks the runs that some rebindings may have changed as stale, within the transaction of the caller. */
export async function markRebound(connection: Connection, rebindings: readonly Rebinding[]): Promise<void> {
  await connection.run(statement("catalog/create-rebound"));
  await connection.append(
    "rebound",
    [
      { type: INTEGER, values: rebindings.map(({ sensorKey }) => sensorKey) },
      { type: BIGINT, values: rebindings.map(({ spaceId }) => spaceId) },
      { type: BIGINT, values: rebindings.map(({ from }) => (from === null ? EARLIEST : BigInt(from))) },
      { type: BIGINT, values: rebindings.map(({ to }) => (to === null ? LATEST : BigInt(to))) },
    ],
    "temp",
  );
  // Constants let DuckDB skip the parts of the log outside them.
  const range = await connection.row(statement("catalog/rebound-range"));
  await connection.run(statement("catalog/mark-rebound"), range as SqlValues);
}
