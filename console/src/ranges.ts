import { DateTime } from "luxon";
import { startOfWeek } from "./weeks.ts";

/** A half-open range of time, in ms. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** The named ranges: whole local days, weeks and months of a time zone. */
export const NAMED_RANGES = {
  today: { label: "Today", from: (today) => today },
  yesterday: { label: "Yesterday", from: (today) => today.minus({ days: 1 }), to: (today) => today },
  "7d": { label: "Last 7 days", from: (today) => today.minus({ days: 6 }) },
  "this-week": { label: "This week", from: (today) => startOfWeek(today) },
  "last-week": {
    label: "Last week",
    from: (today) => startOfWeek(today).minus({ weeks: 1 }),
    to: (today) => startOfWeek(today),
  },
  "30d": { label: "Last 30 days", from: (today) => today.minus({ days: 29 }) },
  "last-month": {
    label: "Last month",
    from: (today) => today.startOf("month").minus({ months: 1 }),
    to: (today) => today.startOf("month"),
  },
  "90d": { label: "Last 90 days", from: (today) => today.minus({ days: 89 }) },
  "365d": { label: "Last 365 days", from: (today) => today.minus({ days: 364 }) },
} as const satisfies Record<
  string,
  {
    readonly label: string;
    readonly from: (today: DateTime) => DateTime;
    /** Exclusive; the end of today if omitted. */
    readonly to?: (today: DateTime) => DateTime;
  }
>;
export type RangeName = keyof typeof NAMED_RANGES;

/** A named range; or two days, `YYYY-MM-DD`, both inclusive; or two instants, the end exclusive. */
export type RangeChoice = { readonly name: RangeName } | { readonly from: string; readonly to: string };

export function isRangeName(text: string | null): text is RangeName {
  return text !== null && Object.hasOwn(NAMED_RANGES, text);
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

/** The range of a choice in a time zone at `now` (ms); today if the choice is not valid. */
export function rangeOf(choice: RangeChoice, zone: string, now: number): TimeRange {
  const today = DateTime.fromMillis(now, { zone }).startOf("day");
  const tomorrow = today.plus({ days: 1 });
  if ("name" in choice) {
    const named: { from: (day: DateTime) => DateTime; to?: (day: DateTime) => DateTime } =
      NAMED_RANGES[choice.name];
    return toRange(named.from(today), named.to?.(today) ?? tomorrow);
  }
  const from = DateTime.fromISO(choice.from, { zone });
  const to = DateTime.fromISO(choice.to, { zone }).plus({ days: isOfDays(choice) ? 1 : 0 });
  return from.isValid && to.isValid && from < to ? toRange(from, to) : toRange(today, tomorrow);
}

function toRange(start: DateTime, end: DateTime): TimeRange {
  return { start: start.toMillis(), end: end.toMillis() };
}

/** The range with the same local times some weeks earlier. */
export function weeksEarlier({ start, end }: TimeRange, weeks: number, zone: string): TimeRange {
  const move = (instant: number) => DateTime.fromMillis(instant, { zone }).minus({ weeks });
  return toRange(move(start), move(end));
}
