import { formatId } from "../domain/ids.ts";
import type { EngineContext } from "../engine/context.ts";
import type { AnalysisState, AnalysisUpdate } from "./analysis-database.ts";
import { copyCatalog, digestOf } from "./catalog-copy.ts";

/**
 * Writes what has happened since a state into files of a folder, beside the ingest that goes on.
 *
 * @param folder an empty one, which exists
 */
export async function exportAnalysisUpdate(
  { catalog, events, clock }: Pick<EngineContext, "catalog" | "events" | "clock">,
  folder: string,
  since: AnalysisState,
): Promise<AnalysisUpdate> {
  const asOf = clock.now();
  const organizationId = formatId("organization", catalog.organizationId);
  const keptFrom = events.keptFrom();
  const isWhole =
    since.organizationId !== organizationId ||
    since.keptFrom !== keptFrom ||
    BigInt(since.lastEventId) > events.lastEventId();
  const copies = await events.copyEvents(isWhole ? 0n : BigInt(since.lastEventId), folder);
  // After the events, so that it knows the sensors of all of them.
  const copy = copyCatalog(catalog.rows());
  const catalogDigest = digestOf(copy);
  return {
    organizationId,
    asOf,
    isWhole,
    lastEventId: Number(copies.lastEventId),
    keptFrom,
    parts: copies.parts,
    voided: copies.voided,
    kept: copies.kept,
    catalogDigest,
    catalog: catalogDigest === since.catalogDigest ? null : copy,
  };
}
