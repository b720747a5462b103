import { DateTime, Duration, type DurationLike } from "luxon";
import { startOfWeek } from "./preferences.ts";

/** A half-open range of time, in ms. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** A range from a local midnight to another one. */
interface NamedRange {
  readonly label: string;
  readonly from: (today: DateTime) => DateTime;
  /** Exclusive; the end of today if omitted. */
  readonly to?: (today: DateTime) => DateTime;
}

export type NamedRanges = Readonly<Record<string, NamedRange>>;

/** The named ranges: whole local days, weeks and months of a time zone. */
export const NAMED_RANGES: NamedRanges = {
  today: { label: "Today", from: (today) => today },
  yesterday: { label: "Yesterday", from: (today) => today.minus({ days: 1 }), to: (today) => today },
  "7d": { label: "Last 7 days", from: (today) => today.minus({ days: 6 }) },
  "this-week": { label: "This week", from: (today) => startOfWeek(today) },
  "last-week": lastWeeks("Last week", 1),
  "30d": { label: "Last 30 days", from: (today) => today.minus({ days: 29 }) },
  "last-month": {
    label: "Last month",
    from: (today) => today.startOf("month").minus({ months: 1 }),
    to: (today) => today.startOf("month"),
  },
  "90d": { label: "Last 90 days", from: (today) => today.minus({ days: 89 }) },
  "365d": { label: "Last 365 days", from: (today) => today.minus({ days: 364 }) },
};

/** The named ranges of whole weeks. */
export const WEEK_RANGES: NamedRanges = {
  "last-week": lastWeeks("Last week", 1),
  "this-week": {
    label: "This week",
    from: (today) => startOfWeek(today),
    to: (today) => startOfWeek(today).plus({ weeks: 1 }),
  },
  "4w": lastWeeks("Last 4 weeks", 4),
  "8w": lastWeeks("Last 8 weeks", 8),
  "12w": lastWeeks("Last 12 weeks", 12),
};

/** Whole weeks before this one. */
function lastWeeks(label: string, weeks: number): NamedRange {
  return {
    label,
    from: (today) => startOfWeek(today).minus({ weeks }),
    to: (today) => startOfWeek(today),
  };
}

/** A named range; or two days, `YYYY-MM-DD`, both inclusive; or two instants, the end exclusive. */
export type RangeChoice = { readonly name: string } | { readonly from: string; readonly to: string };

/** The choice in the URL parameters. @param fallback the name of the default range */
export function readRangeChoice(
  parameters: URLSearchParams,
  fallback: string,
  ranges: NamedRanges = NAMED_RANGES,
): RangeChoice {
  const [name, from, to] = ["range", "from", "to"].map((each) => parameters.get(each));
  if (from && to) return { from, to };
  return { name: name && Object.hasOwn(ranges, name) ? name : fallback };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The parameters of the API for a range. */
export function rangeParametersOf({ start, end }: TimeRange) {
  return { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
}

/** Whether a choice consists of days. */
export function isOfDays(choice: RangeChoice): choice is { readonly from: string; readonly to: string } {
  return "from" in choice && DAY.test(choice.from) && DAY.test(choice.to);
}

/** Why a choice is not a range; null if it is one. */
export function rangeProblem(choice: RangeChoice): string | null {
  if ("name" in choice) return null;
  const [from, to] = [DateTime.fromISO(choice.from), DateTime.fromISO(choice.to)];
  if (!from.isValid || !to.isValid) return "The dates of the range are not valid";
  return to < from || (to <= from && !isOfDays(choice)) ? "'To' is before 'From'" : null;
}

/** The range of a choice in a time zone at `now` (ms); today if the choice is not valid (`rangeProblem`). */
export function rangeOf(
  choice: RangeChoice,
  zone: string,
  now: number,
  ranges: NamedRanges = NAMED_RANGES,
): TimeRange {
  const today = DateTime.fromMillis(now, { zone }).startOf("day");
  const tomorrow = today.plus({ days: 1 });
  if ("name" in choice) {
    const named = ranges[choice.name];
    return toRange(named?.from(today) ?? today, named?.to?.(today) ?? tomorrow);
  }
  const from = DateTime.fromISO(choice.from, { zone });
  const to = DateTime.fromISO(choice.to, { zone }).plus({ days: isOfDays(choice) ? 1 : 0 });
  return from.isValid && to.isValid && from < to ? toRange(from, to) : toRange(today, tomorrow);
}

function toRange(start: DateTime, end: DateTime): TimeRange {
  return { start: start.toMillis(), end: end.toMillis() };
}

/** Earlier times that a range can be compared with. */
export const COMPARISONS = {
  week: "Previous week",
  period: "Previous period",
  year: "Previous year",
} as const;
export type Comparison = keyof typeof COMPARISONS;

export function isComparison(text: string | null): text is Comparison {
  return text !== null && Object.hasOwn(COMPARISONS, text);
}

/** How much earlier the times of a comparison are. The previous period ends where the range starts. */
export function distanceOf(comparison: Comparison, { start, end }: TimeRange, zone: string): DurationLike {
  if (comparison === "week") return { weeks: 1 };
  if (comparison === "year") return { years: 1 };
  const from = DateTime.fromMillis(start, { zone });
  const to = DateTime.fromMillis(end, { zone });
  const whole = (["month", "day"] as const).find((unit) =>
    [from, to].every((each) => each.equals(each.startOf(unit))),
  );
  return whole === undefined ? { milliseconds: end - start } : { [whole]: to.diff(from, whole).as(whole) };
}

/** A range moved to the same local times earlier. */
export function earlierBy({ start, end }: TimeRange, distance: DurationLike, zone: string): TimeRange {
  const move = (instant: number) => DateTime.fromMillis(instant, { zone }).minus(distance);
  return toRange(move(start), move(end));
}

/** The range of the same length before (-1) or after (1) a range: of a month it is the other month. */
export function besideBy(range: TimeRange, direction: -1 | 1, zone: string): TimeRange {
  const distance = Duration.fromDurationLike(distanceOf("period", range, zone));
  return earlierBy(range, direction === -1 ? distance : distance.negate(), zone);
}

/** The choice of a range: its first and last day if it consists of days, otherwise its instants. */
export function choiceOf({ start, end }: TimeRange, zone: string): RangeChoice {
  const [from, to] = [DateTime.fromMillis(start, { zone }), DateTime.fromMillis(end, { zone })];
  const isOfDays = [from, to].every((each) => each.equals(each.startOf("day")));
  if (!isOfDays) return { from: from.toUTC().toISO() ?? "", to: to.toUTC().toISO() ?? "" };
  return { from: from.toISODate() ?? "", to: to.minus({ days: 1 }).toISODate() ?? "" };
}

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
