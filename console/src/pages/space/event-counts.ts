import type { ResetMark } from "./resets.ts";
import type { Sample } from "./samples.ts";

interface Passage {
  /** In ms. */
  readonly time: number;
  readonly direction: 1 | -1;
}

/**
 * The count after each event (D7): from the sample that it is in, over what has happened since that began.
 * Null where no sample says what the count was.
 *
 * @param events of one space, in order of time, all of those within the samples; as are the resets
 */
export function countsAfter(
  events: readonly Passage[],
  resets: readonly ResetMark[],
  samples: readonly Sample[],
): readonly (number | null)[] {
  let level: number | null = null;
  let isSince = Number.NEGATIVE_INFINITY;
  let nextSample = 0;
  let nextReset = 0;
  return events.map(({ time, direction }) => {
    for (let sample = samples[nextSample]; sample !== undefined && sample.start <= time; ) {
      level = sample.count;
      isSince = sample.start;
      nextSample += 1;
      sample = samples[nextSample];
    }
    for (let reset = resets[nextReset]; reset !== undefined && reset.time <= time; ) {
      if (reset.time > isSince) level = reset.count;
      nextReset += 1;
      reset = resets[nextReset];
    }
    // A sample's count has everything in it that happened at the very instant it begins.
    if (level !== null && time > isSince) level = Math.max(0, level + direction);
    return level;
  });
}
