import type { AnalysisDatabase, AnalysisOptions } from "./analysis-database.ts";

/**
 * Opens a data directory that nobody holds for ad hoc SQL. Nothing in it changes, and several may do so at
 * once.
 *
 * @throws HeadcountError `store-held` where another process has it open for writing; `store-newer`,
 * `store-damaged`, `unavailable` as `openStore` does; `unavailable`, too, where an older release wrote it
 */
export function openDirectoryAnalysis(
  _directory: string,
  _options: AnalysisOptions,
): Promise<AnalysisDatabase> {
  throw new Error("to come");
}
