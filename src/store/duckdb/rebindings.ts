import type { Rebinding } from "../../engine/ports.ts";
import type { Connection, SqlValues } from "./database.ts";
import { BIGINT, INTEGER } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

const EARLIEST = -(2n ** 63n);
const LATEST = 2n ** 63n - 1n;

/** Marks the runs that some rebindings may have changed, within the transaction under way. */
export async function markRebound(connection: Connection, rebindings: readonly Rebinding[]): Promise<void> {
  const from = rebindings.map((rebinding) => (rebinding.from === null ? EARLIEST : BigInt(rebinding.from)));
  const to = rebindings.map((rebinding) => (rebinding.to === null ? LATEST : BigInt(rebinding.to)));
  await connection.run(statement("catalog/create-rebound"));
  await connection.append(
    "rebound",
    [
      { type: INTEGER, values: rebindings.map(({ sensorKey }) => sensorKey) },
      { type: BIGINT, values: rebindings.map(({ spaceId }) => spaceId) },
      { type: BIGINT, values: from },
      { type: BIGINT, values: to },
    ],
    "temp",
  );
  // Constants let DuckDB pass over the parts of the log that lie outside them.
  const range = await connection.row(statement("catalog/rebound-range"));
  await connection.run(statement("catalog/mark-rebound"), range as SqlValues);
}
