import type { TimeRange } from "../../ranges.ts";
import type { Sample } from "./samples.ts";

/**
 * The parts of a range without samples: outside of time segments, nothing is counted. Returns none without any
 * samples, which may still be loading.
 *
 * @param samples by time
 */
export function gapsOf(samples: readonly Sample[], { start, end }: TimeRange): readonly TimeRange[] {
  const gaps: TimeRange[] = [];
  if (samples.length === 0) return gaps;
  let covered = start;
  for (const sample of samples) {
    if (sample.start > covered) gaps.push({ start: covered, end: Math.min(sample.start, end) });
    covered = Math.max(covered, sample.end);
    if (covered >= end) return gaps;
  }
  return [...gaps, { start: covered, end }];
}
