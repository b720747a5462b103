import { isMeasuredIn, isMeasuredNow } from "../measured.ts";
import type { TimeRange } from "../ranges.ts";
import { useLinkSpans } from "./links.ts";
import type { Space } from "./spaces.ts";

/**
 * Whether a doorway has measured a space in a range. Where somebody was counted that is plain; else its links
 * are asked for, since nobody may have come.
 *
 * @param wasEmpty whether the counts of the range are all 0
 */
export function useIsMeasured(space: Space, range: TimeRange, wasEmpty: boolean): boolean {
  const links = useLinkSpans(space.id, { enabled: wasEmpty });
  if (!wasEmpty) return true;
  return links.data === undefined ? isMeasuredNow(space) : isMeasuredIn(space.id, links.data, range);
}
