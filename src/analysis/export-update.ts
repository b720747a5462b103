import type { EngineContext } from "../engine/context.ts";
import type { AnalysisState, AnalysisUpdate } from "./analysis-database.ts";

/**
 * Writes what has happened since a state into files of a folder, beside the ingest that goes on.
 *
 * @param folder an empty one, which exists
 */
export function exportAnalysisUpdate(
  _context: Pick<EngineContext, "catalog" | "events" | "clock">,
  _folder: string,
  _since: AnalysisState,
): Promise<AnalysisUpdate> {
  throw new Error("to come");
}
