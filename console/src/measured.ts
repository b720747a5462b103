import type { CountMetrics } from "./queries/counts.ts";
import { allItems, type ListedLink, useFetched } from "./queries/resources.ts";
import type { Space } from "./queries/spaces.ts";
import type { TimeRange } from "./ranges.ts";

/** The text for the count of a space without linked doorways. */
export const NOT_MEASURED = "Not measured";

/** The text for a count that no event has changed yet. */
export const NO_DATA = "No data yet";

/** Whether a doorway is linked to a space now. Without one, its count is unknown. */
export function isMeasuredNow({ doorways }: Pick<Space, "doorways">): boolean {
  return doorways.length > 0;
}

/** The span of a link; null is without bound. */
export type LinkSpan = Pick<ListedLink, "space_id" | "effective_from" | "effective_until">;

/** Whether a doorway is linked to a space at any time of a range. @param links including those that have ended */
export function isMeasuredIn(
  spaceId: string,
  links: readonly LinkSpan[],
  { start, end }: TimeRange,
): boolean {
  return links.some(
    ({ space_id, effective_from: from, effective_until: until }) =>
      space_id === spaceId && (!from || Date.parse(from) < end) && (!until || Date.parse(until) > start),
  );
}

/** Whether there are no people, entrances or exits in a range. */
export function hasNoPeople({ count, entrances, exits }: CountMetrics): boolean {
  return !count.max.value && entrances.total === 0 && exits.total === 0;
}

/** The spans of all links of a space, including those that have ended. @param spaceId null for all spaces */
export function useLinkSpans(spaceId: string | null, enabled: boolean) {
  const of = spaceId === null ? {} : { space_id: spaceId };
  return useFetched<readonly LinkSpan[]>(
    ["links", "spans", spaceId],
    (v2, signal) =>
      allItems((page) =>
        v2.GET("/v2/links/", { params: { query: { ...page, ...of, ended: true } }, signal }),
      ),
    { enabled },
  );
}

/**
 * Whether a doorway was linked to a space in a range. Fetches the links only if the counts are all 0.
 *
 * @param wasEmpty whether the counts of the range are all 0
 */
export function useIsMeasured(space: Space, range: TimeRange, wasEmpty: boolean): boolean {
  const links = useLinkSpans(space.id, wasEmpty);
  if (!wasEmpty) return true;
  return links.data === undefined ? isMeasuredNow(space) : isMeasuredIn(space.id, links.data, range);
}
