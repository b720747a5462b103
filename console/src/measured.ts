import type { components } from "../../src/client/generated/v2.ts";
import type { TimeRange } from "./ranges.ts";

type Space = components["schemas"]["Space"];
type ListedLink = components["schemas"]["ListedLink"];

/** The text for the count of a space without linked doorways. */
export const NOT_MEASURED = "Not measured";

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
export function hasNoPeople({ count, entrances, exits }: components["schemas"]["CountMetrics"]): boolean {
  return !count.max.value && entrances.total === 0 && exits.total === 0;
}
