import type { CatalogChange } from "../catalog/catalog.ts";
import {
  createTimeSegment,
  createTimeSegmentGroup,
  deleteTimeSegment,
  deleteTimeSegmentGroup,
  updateTimeSegment,
  updateTimeSegmentGroup,
} from "../resources/time-segments.ts";
import { atPosition } from "./at-position.ts";
import type { SiteReference, SiteTimeSegment } from "./document.ts";
import { idBy, type Matched, type MatchedSite } from "./match.ts";

/**
 * Creates and updates the time segments and groups of a document; with `prune`, deletes all others.
 *
 * @throws HeadcountError `invalid`, naming the position in the document
 */
export async function applySegments(
  change: CatalogChange,
  site: MatchedSite,
  { spaceId, prune }: { readonly spaceId: (reference: SiteReference) => bigint; readonly prune: boolean },
): Promise<void> {
  const { catalog } = change;
  if (prune) {
    const groups = unnamed(catalog.timeSegmentGroups.all(), site.timeSegmentGroups);
    for (const { id } of groups) await deleteTimeSegmentGroup(change, id);
    const segments = unnamed(catalog.timeSegments.all(), site.timeSegments);
    for (const { id } of segments) await deleteTimeSegment(change, id);
  }
  const segmentIds = new Map<SiteTimeSegment, bigint>();
  for (const { entry, path, existing } of site.timeSegments) {
    const { label, start, end, days, spaces } = entry;
    const present = prune ? [] : (existing?.spaceIds ?? []);
    const fields = { label, start, end, days, spaceIds: spaces?.map(spaceId) ?? present };
    const { id } = await atPosition(path, () =>
      existing === null ? createTimeSegment(change, fields) : updateTimeSegment(change, existing.id, fields),
    );
    segmentIds.set(entry, id);
  }
  const segmentId = idBy(segmentIds, site.timeSegmentOf);
  for (const { entry, path, existing } of site.timeSegmentGroups) {
    const present = prune ? [] : (existing?.timeSegmentIds ?? []);
    const fields = { name: entry.name, timeSegmentIds: entry.timeSegments?.map(segmentId) ?? present };
    await atPosition(path, async () => {
      if (existing === null) await createTimeSegmentGroup(change, fields);
      else await updateTimeSegmentGroup(change, existing.id, fields);
    });
  }
}

function unnamed<Row extends { readonly id: bigint }>(
  rows: readonly Row[],
  matched: readonly Matched<unknown, Row>[],
): Row[] {
  const named = new Set(matched.map(({ existing }) => existing?.id));
  return rows.filter(({ id }) => !named.has(id));
}
