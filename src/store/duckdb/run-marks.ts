import type { ChangedBinding } from "../../engine/ports.ts";
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

/** Marks the runs that some changed bindings may have changed as stale, within the transaction of the caller. */
export async function markChangedBindings(
  connection: Connection,
  bindings: readonly ChangedBinding[],
): Promise<void> {
  await connection.run(statement("catalog/create-changed-binding"));
  await connection.append(
    "changed_binding",
    [
      { type: INTEGER, values: bindings.map(({ sensorKey }) => sensorKey) },
      { type: BIGINT, values: bindings.map(({ spaceId }) => spaceId) },
      { type: BIGINT, values: bindings.map(({ from }) => (from === null ? EARLIEST : BigInt(from))) },
      { type: BIGINT, values: bindings.map(({ to }) => (to === null ? LATEST : BigInt(to))) },
    ],
    "temp",
  );
  // Constants let DuckDB skip the parts of the log outside them.
  const range = await connection.row(statement("catalog/changed-binding-range"));
  await connection.run(statement("catalog/mark-changed-bindings"), range as SqlValues);
}
