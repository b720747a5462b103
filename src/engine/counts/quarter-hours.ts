import { QUARTER_MS } from "../../series/roll-up.ts";
import type { SpaceHistory } from "../catalog/space-history.ts";
import type { RunReader } from "../ports.ts";
import { countSeries } from "./count-series.ts";
import { type SpanCounts, spanCountsAt } from "./hourly-counts.ts";
/** A quarter-hour in which a space's count may have changed. */
export interface QuarterHour extends Omit<SpanCounts, "start"> {
  /** The quarter's start, in ms. */
  readonly timestamp: number;
  /** The time-weighted mean of the count, in people. */
  readonly average: number;
}
/** Quarters measured per query: about a year. */
const QUARTERS_AT_ONCE = 35_040;

/**
 * The quarter-hours of a space that have events, ascending.
 *
 * @param start an instant in the first quarter, in ms
 * @param end exclusive, in ms; a quarter that contains it is measured up to it
 */
export async function* quarterHours(
  runs: RunReader,
  history: SpaceHistory,
  start: number,
  end: number,
): AsyncGenerator<readonly QuarterHour[]> {
  const length = QUARTERS_AT_ONCE * QUARTER_MS;
  const interval = { unit: "millisecond", amount: QUARTER_MS } as const;
  for (let from = Math.floor(start / QUARTER_MS) * QUARTER_MS; from < end; from += length) {
    const range = { start: from, end: Math.min(from + length, end), interval, segments: null };
    const { samples } = await countSeries(runs, history, range);
    const found: QuarterHour[] = [];
    for (let i = 0; i < samples.length; i++) {
      const { start: timestamp, ...counts } = spanCountsAt(samples, i);
      if (counts.entrances + counts.exits > 0)
        found.push({ timestamp, ...counts, average: samples.averages[i] as number });
    }
    yield found;
  }
}
