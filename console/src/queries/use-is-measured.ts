import { isMeasuredIn, isMeasuredNow } from "../measured.ts";
import type { TimeRange } from "../ranges.ts";
import { useLinkSpans } from "./links.ts";
import type { Space } from "./spaces.ts";

/**
 * Whether a doorway was linked to a space in a range. Fetches the links only if the counts are all 0.
 *
 * @param wasEmpty whether the counts of the range are all 0
 */
export function useIsMeasured(space: Space, range: TimeRange, wasEmpty: boolean): boolean {
  const links = useLinkSpans(space.id, { enabled: wasEmpty });
  if (!wasEmpty) return true;
  return links.data === undefined ? isMeasuredNow(space) : isMeasuredIn(space.id, links.data, range);
}
