import type { LinkChange } from "../resources/links.ts";
import { applyDoorways, applyLinks, freeNamesAndSensors } from "./apply-doorways.ts";
import { applySegments } from "./apply-segments.ts";
import { applySpaces } from "./apply-spaces.ts";
import type { SiteDocument } from "./document.ts";
import { runOnCopy } from "./dry-run.ts";
import { idBy, matchSite } from "./match.ts";
import { type SiteChange, siteChanges } from "./plan.ts";

export interface ApplyOptions {
  /** Only compute the changes. */
  readonly dryRun: boolean;
  /**
   * Make the site exactly match the document: links that it does not have end, all other resources that it does not
   * have are deleted, and omitted fields get their defaults.
   */
  readonly prune: boolean;
}

/**
 * Applies a site document, entirely or not at all, from now on: past counts do not change (D5, D8). Resources that the
 * document does not have stay as they are, unless `prune` is set.
 *
 * The changes are made by the ordinary use cases on a copy of the catalog, and then saved as one write.
 *
 * @returns the changes made, or in a dry run those that would be made
 * @throws HeadcountError `invalid`, naming the positions in the document that break a rule
 */
export function applySite(
  change: LinkChange,
  document: SiteDocument,
  { dryRun, prune }: ApplyOptions,
): Promise<readonly SiteChange[]> {
  const { catalog } = change;
  return catalog.exclusive(change, async () => {
    const outcome = await runOnCopy(change, async (copied) => {
      const site = await matchSite(copied.catalog, document);
      // Frees names and sensors for other doorways.
      await freeNamesAndSensors(copied, site.doorways, prune);
      const spaceIds = await applySpaces(copied, site.spaces, prune);
      const doorwayIds = await applyDoorways(copied, site.doorways, prune);
      const spaceId = idBy(spaceIds, site.spaceOf);
      await applyLinks({ ...copied, events: change.events }, site.doorways, { doorwayIds, spaceId, prune });
      await applySegments(copied, site, { spaceId, prune });
    });
    const changes = await siteChanges(catalog, outcome);
    if (!dryRun && changes.length > 0) {
      await catalog.save(
        outcome.write,
        outcome.changes.map(({ audited }) => audited),
      );
    }
    return changes;
  });
}
