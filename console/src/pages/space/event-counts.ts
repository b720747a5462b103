import type { ResetMark } from "./resets.ts";
import type { Sample } from "./samples.ts";

interface Passage {
  /** In ms. */
  readonly time: number;
  readonly direction: 1 | -1;
}

/**
 * The count after each event (D7), from the count of its sample and the changes since. Null without a sample.
 *
 * @param events all events of a space within the samples, by time; likewise the resets
 */
export function countsAfter(
  events: readonly Passage[],
  resets: readonly ResetMark[],
  samples: readonly Sample[],
): readonly (number | null)[] {
  let level: number | null = null;
  let since = Number.NEGATIVE_INFINITY;
  let nextSample = 0;
  let nextReset = 0;
  return events.map(({ time, direction }) => {
    for (let sample = samples[nextSample]; sample !== undefined && sample.start <= time; ) {
      level = sample.count;
      since = sample.start;
      nextSample += 1;
      sample = samples[nextSample];
    }
    for (let reset = resets[nextReset]; reset !== undefined && reset.time <= time; ) {
      if (reset.time > since) level = reset.count;
      nextReset += 1;
      reset = resets[nextReset];
    }
    // The count of a sample includes the changes at its start.
    if (level !== null && time > since) level = Math.max(0, level + direction);
    return level;
  });
}
