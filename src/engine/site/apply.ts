import type { LinkChange } from "../resources/links.ts";
import { applyDoorways, applyLinks, releaseDoorways } from "./apply-doorways.ts";
import { applySegments } from "./apply-segments.ts";
import { applySpaces } from "./apply-spaces.ts";
import type { SiteDocument } from "./document.ts";
import { idBy, matchSite } from "./match.ts";
import { type SiteChange, siteChanges } from "./plan.ts";
import { rehearse } from "./rehearsal.ts";

/** How far applying a document goes. */
export interface ApplyOptions {
  /** Change nothing, and only say what would be changed. */
  readonly dryRun: boolean;
  /**
   * Make the site exactly what the document says: links that it does not name end, everything else that it
   * does not name is deleted, and fields that it leaves out are as on creation.
   */
  readonly prune: boolean;
}

/**
 * Makes the site what a document says, all of it or nothing, as of now: what passed before stays where it
 * was (D5, D8). What the document does not name stays as it is, unless `prune` is given.
 *
 * The use cases that make every other change make these, too: on a copy of the catalog first, whose
 * changes then become one write.
 *
 * @returns what it changes, or would; empty where the site is as the document says
 * @throws HeadcountError `invalid` with the places in the document where it breaks a rule
 */
export function applySite(
  change: LinkChange,
  document: SiteDocument,
  { dryRun, prune }: ApplyOptions,
): Promise<readonly SiteChange[]> {
  const { catalog } = change;
  return catalog.exclusive(change, async () => {
    const rehearsal = await rehearse(change, async (copied) => {
      const site = await matchSite(copied.catalog, document);
      // Names and sensors are let go of before others take them.
      await releaseDoorways(copied, site.doorways, prune);
      const spaceIds = await applySpaces(copied, site.spaces, prune);
      const doorwayIds = await applyDoorways(copied, site.doorways, prune);
      const spaceId = idBy(spaceIds, site.spaceOf);
      await applyLinks({ ...copied, events: change.events }, site.doorways, { doorwayIds, spaceId, prune });
      await applySegments(copied, site, { spaceId, prune });
    });
    const changes = await siteChanges(catalog, rehearsal);
    if (!dryRun && changes.length > 0) {
      const noted = rehearsal.changes.map(({ noted }) => noted);
      await catalog.save(rehearsal.write, noted);
    }
    return changes;
  });
}
