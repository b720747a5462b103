import type { SpaceCounts } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { fullAt } from "../../utilization.ts";

/** The highest count in a trend, in people. */
function peakOf(counts: SpaceCounts | undefined): number {
  return Math.max(0, ...(counts?.results ?? []).map(({ interval }) => interval.analytics.max));
}

/**
 * The count at the full height of the trends without a capacity: the highest count among them, so that they can be
 * compared.
 */
export function commonHeight(spaces: readonly Space[], trends: ReadonlyMap<string, SpaceCounts>): number {
  const peaks = spaces.filter((space) => fullAt(space) === null).map(({ id }) => peakOf(trends.get(id)));
  return Math.max(1, ...peaks);
}
