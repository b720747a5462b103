import type { AnalysisOptions, ServedAnalysis } from "./analysis-database.ts";

/**
 * Opens the analysis database that a server feeds, in a folder of its own. Its file is kept between runs;
 * one that another release or another organization has made is thrown away.
 */
export function openServedAnalysis(_folder: string, _options: AnalysisOptions): Promise<ServedAnalysis> {
  throw new Error("to come");
}
