import { DateTime } from "luxon";
import type { TimeRange } from "./ranges.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The intervals that the server samples by (D11), with what they nominally take, in ms. */
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

/** More samples than this are neither drawn nor read well. */
const SAMPLES_MAX = 5_000;
/** As many samples as a chart has room for. */
const SAMPLES_USUAL = 800;

export function isInterval(text: string | null): text is Interval {
  return text !== null && Object.hasOwn(INTERVALS, text);
}

/** The intervals that a range can be looked at by: not too many of them, and at least two. */
export function offeredIntervals(range: TimeRange): readonly Interval[] {
  const offered = NAMES.filter((name) => {
    const samples = samplesOf(range, name);
    return samples >= 2 && samples <= SAMPLES_MAX;
  });
  return offered.length === 0 ? ["1m"] : offered;
}

/** The finest interval that fills a chart without crowding it. */
export function usualInterval(range: TimeRange): Interval {
  return NAMES.find((name) => samplesOf(range, name) <= SAMPLES_USUAL) ?? "1M";
}

/** The interval that was chosen where the range can be looked at by it, else the usual one. */
export function intervalFor(range: TimeRange, chosen: string | null): Interval {
  return isInterval(chosen) && offeredIntervals(range).includes(chosen) ? chosen : usualInterval(range);
}

/** Nominally how many intervals a range has. */
function samplesOf({ start, end }: TimeRange, interval: Interval): number {
  return Math.ceil((end - start) / INTERVALS[interval].ms);
}

/**
 * A range that begins where an interval of the local day does, and is not smaller, so that samples stand at
 * plain times: they are laid from the range's start (D10).
 */
export function alignedTo({ start, end }: TimeRange, interval: Interval, zone: string): TimeRange {
  const { ms } = INTERVALS[interval];
  const day = DateTime.fromMillis(start, { zone }).startOf("day").toMillis();
  if (ms >= DAY_MS) return { start: day, end };
  return { start: day + Math.floor((start - day) / ms) * ms, end };
}
