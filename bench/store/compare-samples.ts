import type { DuckDBConnection } from "@duckdb/node-api";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { benchStatement } from "../statements.ts";
import type { SpaceSamples } from "./hour-samples.ts";

/** The fields to compare, in the order of the SQL columns after the hour. */
const FIELDS = ["counts", "mins", "maxs", "entrances", "exits"] as const;

/**
 * Compares the hour samples from SQL with those of Headcount in every field, and ∫ count dt of each space.
 *
 * @param rangeStart the start of hour 0 of the samples from SQL, in ms
 * @throws Error that names the first difference
 */
export async function compareSamples(
  connection: DuckDBConnection,
  spaces: readonly SpaceSamples[],
  rangeStart: number,
): Promise<void> {
  const rows = hourRows(connection);
  for (const { spaceId, samples, totals } of spaces) {
    let countTime = 0;
    for (let i = 0; i < samples.length; i++) {
      const row = (await rows.next()).value;
      const hour = ((samples.starts[i] as number) - rangeStart) / HOUR_MS;
      const where = `space ${spaceId}, hour ${hour}`;
      if (row === undefined || row[0] !== hour) throw new Error(`${where}: SQL has hour ${row?.[0]}`);
      for (const [column, field] of FIELDS.entries()) {
        if (row[column + 1] !== samples[field][i]) {
          throw new Error(`${where}, ${field}: SQL has ${row[column + 1]}, Headcount ${samples[field][i]}`);
        }
      }
      countTime += row[FIELDS.length + 1] as number;
    }
    if (countTime / totals.measured !== totals.averageCount) {
      throw new Error(
        `space ${spaceId}: SQL has the integral ${countTime}, Headcount the mean ${totals.averageCount}`,
      );
    }
  }
  if (!(await rows.next()).done) throw new Error("SQL has more samples than Headcount");
}

async function* hourRows(connection: DuckDBConnection): AsyncGenerator<readonly number[], undefined> {
  const result = await connection.stream(benchStatement("read-hour-samples"));
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const columns = chunk.getColumns() as number[][];
    for (let row = 0; row < chunk.rowCount; row++) yield columns.map((column) => column[row] as number);
  }
}
