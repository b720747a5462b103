import { DateTime } from "luxon";
import type { TimeRange } from "./ranges.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The intervals of the API (D11), with their nominal lengths in ms. */
export const INTERVALS = {
  "1m": { label: "1 minute", ms: MINUTE_MS },
  "5m": { label: "5 minutes", ms: 5 * MINUTE_MS },
  "10m": { label: "10 minutes", ms: 10 * MINUTE_MS },
  "15m": { label: "15 minutes", ms: 15 * MINUTE_MS },
  "1h": { label: "1 hour", ms: HOUR_MS },
  "1d": { label: "1 day", ms: DAY_MS },
  "1w": { label: "1 week", ms: 7 * DAY_MS },
  "1M": { label: "1 month", ms: 30 * DAY_MS },
} as const;
export type Interval = keyof typeof INTERVALS;

const NAMES = Object.keys(INTERVALS) as Interval[];

/** The most samples for which an interval is offered. */
const SAMPLES_MAX = 5_000;
/** The number of samples that a chart has room for. */
const SAMPLES_DEFAULT = 800;

export function isInterval(text: string | null): text is Interval {
  return text !== null && Object.hasOwn(INTERVALS, text);
}

/** The intervals that are offered for a range: those with 2 to 5,000 samples. */
export function offeredIntervals(range: TimeRange): readonly Interval[] {
  const offered = NAMES.filter((name) => {
    const samples = samplesOf(range, name);
    return samples >= 2 && samples <= SAMPLES_MAX;
  });
  return offered.length === 0 ? ["1m"] : offered;
}

/** The shortest interval whose samples a chart has room for. */
export function defaultInterval(range: TimeRange): Interval {
  return NAMES.find((name) => samplesOf(range, name) <= SAMPLES_DEFAULT) ?? "1M";
}

/** The selected interval if it is offered for the range, otherwise the default one. */
export function intervalFor(range: TimeRange, chosen: string | null): Interval {
  return isInterval(chosen) && offeredIntervals(range).includes(chosen) ? chosen : defaultInterval(range);
}

/** The nominal number of intervals in a range. */
function samplesOf({ start, end }: TimeRange, interval: Interval): number {
  return Math.ceil((end - start) / INTERVALS[interval].ms);
}

/**
 * Extends a range to the start of an interval of the local day: the API starts intervals at the start of the range
 * (D10), and they should have round local times.
 */
export function alignedTo({ start, end }: TimeRange, interval: Interval, zone: string): TimeRange {
  const { ms } = INTERVALS[interval];
  const day = DateTime.fromMillis(start, { zone }).startOf("day").toMillis();
  if (ms >= DAY_MS) return { start: day, end };
  return { start: day + Math.floor((start - day) / ms) * ms, end };
}
