import { availableParallelism } from "node:os";
import { join } from "node:path";
import { exportAnalysisUpdate } from "../analysis/export-update.ts";
import { ServedSql } from "../analysis/process/served-sql.ts";
import { ANALYSIS_FOLDER } from "../domain/data-directory.ts";
import { SQL_MEMORY_BYTES_DEFAULT, SQL_TIME_MS_DEFAULT } from "../domain/limits.ts";
import type { Engine } from "../engine/build-engine.ts";

/** The entry point of the process; it is beside this file in the build too. */
const ENTRY = new URL("./sql-process.js", import.meta.url);

export interface SqlLimits {
  /** How long a query may run, in ms. */
  readonly timeMsMax?: number;
  readonly memoryBytes?: number;
}

/** Runs SQL queries over the data of an engine in a separate process. */
export function openServedSql(context: Engine, directory: string, limits: SqlLimits): ServedSql {
  const { timeMsMax = SQL_TIME_MS_DEFAULT, memoryBytes = SQL_MEMORY_BYTES_DEFAULT } = limits;
  return new ServedSql({
    folder: join(directory, ANALYSIS_FOLDER),
    start: { entry: ENTRY },
    clock: context.clock,
    exportUpdate: (folder, since) => exportAnalysisUpdate(context, folder, since),
    memoryBytes,
    timeMsMax,
    // One core is left for ingest, if there are several.
    threads: Math.max(1, availableParallelism() - 1),
  });
}
