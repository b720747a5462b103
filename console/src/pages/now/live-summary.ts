import { useLiveSelection } from "../../live/live-provider.tsx";
import { isMeasuredNow } from "../../measured.ts";
import type { Space } from "../../queries/spaces.ts";
import { fullAt, safeLimitOf } from "../../utilization.ts";

/** How many spaces are unsafe now, and how many have a utilization of at least 80 %. */
export function useLiveSummary(spaces: readonly Space[]): readonly [unsafe: number, full: number] {
  // A text, so that React compares it by value.
  const summary = useLiveSelection((countOf) => {
    let unsafe = 0;
    let full = 0;
    for (const space of spaces) {
      if (!isMeasuredNow(space)) continue;
      const count = countOf(space);
      const limit = safeLimitOf(space);
      const capacity = fullAt(space);
      if (limit !== null && count > limit) unsafe += 1;
      if (capacity !== null && count >= 0.8 * capacity) full += 1;
    }
    return `${unsafe} ${full}`;
  });
  const [unsafe = 0, full = 0] = summary.split(" ").map(Number);
  return [unsafe, full];
}
