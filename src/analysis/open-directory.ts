import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, SteadyClock } from "../domain/clock.ts";
import { SQL_BYTES_MAX, SQL_MEMORY_BYTES_DEFAULT, SQL_ROWS_MAX } from "../domain/limits.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import type { AdHocSql } from "../engine/ports/ad-hoc-sql.ts";
import { readResult } from "../formats/out/result-file.ts";
import { examplesIn } from "../sql-scripts.ts";
import { Analysis } from "./analysis-copy.ts";
import type { AnalysisDatabase, AnalysisOptions } from "./analysis-database.ts";
import { type AnalysisSource, exportAnalysisUpdate } from "./export-update.ts";
import { boundsOf } from "./locked-instance.ts";
import { listRelations } from "./query/relations.ts";
import { runQuery } from "./query/run-query.ts";

/** Opens a data directory that no process changes, with settings of DuckDB. */
type OpenReadOnly = (
  settings: Readonly<Record<string, string>>,
) => Promise<Omit<AnalysisSource, "clock"> & { close(): void }>;

/**
 * Opens a data directory for queries in this process; nothing in it changes.
 *
 * @throws HeadcountError as `openDirectoryAnalysis` does
 */
export async function openDirectorySql(
  open: OpenReadOnly,
  clock: Clock,
): Promise<AdHocSql & { close(): Promise<void> }> {
  const memoryBytes = SQL_MEMORY_BYTES_DEFAULT;
  const limits = { rowsMax: SQL_ROWS_MAX, bytesMax: SQL_BYTES_MAX, memoryBytes };
  const options = { memoryBytes, temporaryFolder: tmpdir() };
  const database = await openDirectoryAnalysis(open, clock, options);
  let results = 0;
  return {
    async query(request, signal) {
      const path = join(database.folder, `result-${++results}`);
      return readResult(path, await runQuery(database, { ...request, path, limits, signal }));
    },
    relations: () => listRelations(database),
    examples: () => examplesIn("examples"),
    close: database.close,
  };
}

/**
 * Opens a data directory for users' SQL, without changing it. `folder` is for temporary files, and removed when it is
 * closed.
 *
 * @throws what `open` does; HeadcountError `data-lost` if the changes of removed events cannot be read
 */
export async function openDirectoryAnalysis(
  open: OpenReadOnly,
  clock: Clock,
  options: AnalysisOptions,
): Promise<AnalysisDatabase & { readonly folder: string }> {
  const source = await open(boundsOf(options));
  const folder = mkdtempSync(join(options.temporaryFolder, "headcount-sql-"));
  const remove = () => {
    source.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const temporaryFolder = join(folder, "temporary");
    mkdirSync(temporaryFolder);
    const analysis = await Analysis.open(folder, { ...options, temporaryFolder });
    const steadyClock = new SteadyClock(clock, { now: () => performance.now() });
    const update = async () => {
      const parts = mkdtempSync(join(folder, "parts-"));
      await analysis.applyUpdate(
        await exportAnalysisUpdate({ ...source, clock: steadyClock }, parts, analysis.state()),
      );
      rmSync(parts, { recursive: true });
    };
    await update();
    // One after another, and none after it has been closed.
    const turns = new SerialQueue();
    let closing: Promise<void> | null = null;
    return {
      folder,
      prepare: (query) => turns.run(() => update().then(() => analysis.prepare(query))),
      asOf: (connection) => analysis.asOf(connection),
      connect: () => analysis.connect(),
      close: () => {
        closing ??= turns.run(() => analysis.close()).finally(remove);
        return closing;
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
