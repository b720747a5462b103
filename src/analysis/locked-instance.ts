import type { DuckDBInstance } from "@duckdb/node-api";
import { HeadcountError } from "../domain/errors.ts";
import { createInstance } from "../duckdb/connection.ts";
import { statement, statementWith } from "../duckdb/statements.ts";
import type { AnalysisOptions } from "./analysis-database.ts";

/** Limits of an instance, as DuckDB's settings. */
export function boundsOf(options: AnalysisOptions) {
  const { memoryBytes, temporaryBytes = memoryBytes, temporaryFolder, threads } = options;
  return {
    memory_limit: mebibytes(memoryBytes),
    max_temp_directory_size: mebibytes(temporaryBytes),
    temp_directory: temporaryFolder,
    ...(threads === undefined ? {} : { threads: String(threads) }),
  };
}

/**
 * Opens an instance over a separate file. Queries reach no other files, no network and no extensions, and cannot change
 * that or the limits. Rows are added through its connections only.
 *
 * @throws HeadcountError `unavailable` if another process keeps the file open
 */
export async function openLocked(path: string, options: AnalysisOptions): Promise<DuckDBInstance> {
  const bounds = boundsOf(options);
  const instance = await createInstance(path, bounds).catch((error: unknown) => {
    if (!(error instanceof Error) || !/could not set lock/i.test(error.message)) throw error;
    const message = "another process uses the analysis copy; try again later";
    throw new HeadcountError("unavailable", message, { cause: error });
  });
  const connection = await instance.connect();
  try {
    await connection.run(statementWith("query/limit-temporary", { size: bounds.max_temp_directory_size }));
    // Timestamps without an offset are UTC (D1), in any time zone of the machine.
    await connection.run(statement("query/lock"));
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.closeSync();
  }
  return instance;
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)}MiB`;
}
