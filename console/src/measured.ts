import type { components } from "../../src/client/generated/v2.ts";
import type { TimeRange } from "./ranges.ts";

type Space = components["schemas"]["Space"];
type ListedLink = components["schemas"]["ListedLink"];

/** What stands in the place of a count where nothing measures it. */
export const NOT_MEASURED = "Not measured";

/** Whether a doorway leads into a space now: without one, its count of 0 says nothing. */
export function isMeasuredNow({ doorways }: Pick<Space, "doorways">): boolean {
  return doorways.length > 0;
}

/** A span in which a doorway is linked to a space; null is without limit, or not over yet. */
export type LinkSpan = Pick<ListedLink, "space_id" | "effective_from" | "effective_until">;

/** Whether a link of a space holds at any time of a range. @param links with those that have ended */
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
