import { useCallback } from "react";
import { isMeasuredIn, isMeasuredNow } from "../../measured.ts";
import type { SpaceCounts } from "../../queries/counts.ts";
import { useLinkSpans } from "../../queries/links.ts";
import type { Space } from "../../queries/spaces.ts";
import { type RangeChoice, rangeOf } from "../../ranges.ts";
import { isEmpty } from "./ranking-rows.ts";

/** Whether a space was measured in a range. Fetches links only if the counts of a space are all 0. */
export function useMeasured(
  counts: ReadonlyMap<string, SpaceCounts> | undefined,
  choice: RangeChoice,
  now: number,
): (space: Space) => boolean {
  const hasEmpty = [...(counts?.values() ?? [])].some(isEmpty);
  const links = useLinkSpans(null, { enabled: hasEmpty });
  return useCallback(
    (space) => {
      const own = counts?.get(space.id);
      if (own === undefined || !isEmpty(own)) return true;
      if (links.data === undefined) return isMeasuredNow(space);
      return isMeasuredIn(space.id, links.data, rangeOf(choice, space.time_zone, now));
    },
    [counts, links.data, choice, now],
  );
}
