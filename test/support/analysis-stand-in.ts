import { DuckDBInstance } from "@duckdb/node-api";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";

/** What a stand-in is as of. */
export const STAND_IN_AS_OF = Date.UTC(2024, 4, 10, 12);

const SCHEMA = [
  "CREATE SCHEMA base",
  "CREATE TABLE base.event AS SELECT range::BIGINT AS id, TIMESTAMP '2024-05-10 00:00:00' + INTERVAL (range) SECOND AS ts FROM range(5000)",
  "CREATE VIEW events AS SELECT 'evt_' || id AS id, ts AS timestamp FROM base.event",
  "CREATE MACRO latest(rows) AS TABLE SELECT * FROM events ORDER BY timestamp DESC, id LIMIT rows",
  "COMMENT ON VIEW events IS 'One row an event.'",
];

/** A small database that is locked as the analysis database is, for what runs queries in it. */
export async function openStandIn(options: {
  readonly temporaryFolder: string;
  readonly memoryBytes?: number;
  readonly temporaryBytes?: number;
}): Promise<AnalysisDatabase> {
  const { temporaryFolder, memoryBytes = 200 * 2 ** 20, temporaryBytes = memoryBytes } = options;
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await instance.connect();
  for (const sql of SCHEMA) await connection.run(sql);
  for (const setting of [
    `temp_directory = '${temporaryFolder}'`,
    `memory_limit = '${memoryBytes / 2 ** 20}MiB'`,
    `max_temp_directory_size = '${temporaryBytes / 2 ** 20}MiB'`,
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    "enable_external_access = false",
    "lock_configuration = true",
  ])
    await connection.run(`SET GLOBAL ${setting}`);
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

/** One that finds the stand-in's DuckDB broken by something else, in the first process that it comes to. */
export const SPOILED_ONCE = "SELECT 1 AS one /* once */";
