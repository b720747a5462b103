import type { AnalysisDatabase, AnalysisOptions } from "../../src/analysis/analysis-database.ts";
import { openLocked } from "../../src/analysis/locked-instance.ts";

/** What a stand-in is as of. */
export const STAND_IN_AS_OF = Date.UTC(2024, 4, 10, 12);

const SCHEMA = [
  "CREATE SCHEMA base",
  "CREATE TABLE base.event AS SELECT range::BIGINT AS id, TIMESTAMP '2024-05-10 00:00:00' + INTERVAL (range) SECOND AS ts FROM range(5000)",
  "CREATE VIEW events AS SELECT 'evt_' || id AS id, ts AS timestamp FROM base.event",
  "CREATE MACRO latest(rows) AS TABLE SELECT * FROM events ORDER BY timestamp DESC, id LIMIT rows",
  // Queries may call macros of the schema.
  "CREATE MACRO base.doze(ms) AS sleep_ms(ms)",
  "COMMENT ON VIEW events IS 'One row an event.'",
];

/** A small database that is locked as the analysis database is, for what runs queries in it. */
export async function openStandIn(
  options: Pick<AnalysisOptions, "temporaryFolder" | "temporaryBytes"> & { readonly memoryBytes?: number },
): Promise<AnalysisDatabase> {
  const instance = await openLocked(":memory:", { memoryBytes: 200 * 2 ** 20, ...options, threads: 2 });
  const connection = await instance.connect();
  for (const sql of SCHEMA) await connection.run(sql);
  connection.closeSync();
  return {
    prepare: async () => {},
    asOf: async () => STAND_IN_AS_OF,
    connect: () => instance.connect(),
    close: async () => instance.closeSync(),
  };
}

/** A query on which the stand-in's DuckDB fails as by a bug of its own. */
export const BREAKING = "SELECT 'breaks DuckDB'";
