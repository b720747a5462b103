import { formatId } from "../domain/ids.ts";

import type { Engine } from "../engine/build-engine.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import { type AnalysisState, type AnalysisUpdate, isSetBack } from "./analysis-database.ts";
import { type CatalogCopy, copyCatalog, digestOf } from "./catalog-copy.ts";

/**
 * Writes what has happened since a state into files of a folder, beside the ingest that goes on.
 *
 * @param folder an empty one, which exists
 */
export async function exportAnalysisUpdate(
  { catalog, events, clock }: Pick<Engine, "catalog" | "events" | "clock">,
  folder: string,
  since: AnalysisState,
): Promise<AnalysisUpdate> {
  const asOf = clock.now();
  const organizationId = formatId("organization", catalog.organizationId);
  const logStart = events.logStart();
  const isWhole =
    since.organizationId !== organizationId ||
    since.logStart !== logStart ||
    isSetBack(asOf, since) ||
    BigInt(since.lastEventId) > (await events.position());
  const copies = await events.copyEvents(isWhole ? 0n : BigInt(since.lastEventId), folder);
  // After the events, so that it knows the sensors of all of them.
  const { copy, digest: catalogDigest } = latestCopy(catalog);
  return {
    organizationId,
    asOf,
    isWhole,
    lastEventId: Number(copies.lastEventId),
    logStart,
    parts: copies.parts,
    voided: copies.voided,
    kept: copies.kept,
    catalogDigest,
    catalog: catalogDigest === since.catalogDigest ? null : copy,
  };
}

/** A copy of a catalog as it was at a revision. */
interface CatalogVersion {
  readonly revision: number;
  readonly copy: CatalogCopy;
  readonly digest: string;
}

/** The last copy of each catalog: updates come often, changes of a catalog seldom, and copying takes the event loop. */
const versions = new WeakMap<Catalog, CatalogVersion>();

function latestCopy(catalog: Catalog): CatalogVersion {
  const { revision } = catalog;
  const known = versions.get(catalog);
  if (known?.revision === revision) return known;
  const copy = copyCatalog(catalog.rows());
  const version = { revision, copy, digest: digestOf(copy) };
  versions.set(catalog, version);
  return version;
}
