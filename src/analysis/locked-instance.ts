import { DuckDBInstance } from "../store/duckdb/duckdb-api.ts";
import { statement } from "../store/duckdb/statements.ts";
import type { AnalysisOptions } from "./analysis-database.ts";

/** How much an instance may take, as DuckDB's settings. */
export function boundsOf(options: AnalysisOptions): Record<string, string> {
  const { memoryBytes, temporaryBytes = memoryBytes, temporaryFolder, threads } = options;
  return {
    memory_limit: mebibytes(memoryBytes),
    max_temp_directory_size: mebibytes(temporaryBytes),
    temp_directory: temporaryFolder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    ...(threads === undefined ? {} : { threads: String(threads) }),
  };
}

/**
 * Opens an instance over a file of its own that reaches nothing else: no files, no network, no extensions,
 * and nobody can change that, or its limits. Rows come in by its connections alone.
 */
export async function openLocked(path: string, options: AnalysisOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(path, boundsOf(options));
  const connection = await instance.connect();
  try {
    // Timestamps without an offset are UTC (D1), whatever the machine's zone is.
    await connection.run(statement("analysis/lock"));
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
