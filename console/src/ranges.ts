import { DateTime } from "luxon";
import { startOfWeek } from "./weeks.ts";

/** A half-open range of time, in ms. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** Ranges that have a name; whole local days, weeks and months of a zone. Weeks begin where the settings say. */
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
    /** Exclusive; the end of today where it is left out. */
    readonly to?: (today: DateTime) => DateTime;
  }
>;
export type RangeName = keyof typeof NAMED_RANGES;

/**
 * What was chosen: a named range; or days, both of them included, as `YYYY-MM-DD`; or instants, the later one
 * excluded, as ISO 8601 has them.
 */
export type RangeChoice = { readonly name: RangeName } | { readonly from: string; readonly to: string };

export function isRangeName(text: string | null): text is RangeName {
  return text !== null && Object.hasOwn(NAMED_RANGES, text);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a choice is made of days. */
export function isOfDays(choice: RangeChoice): choice is { readonly from: string; readonly to: string } {
  return "from" in choice && DAY.test(choice.from) && DAY.test(choice.to);
}

/** The instants of a choice in a zone, as of now (ms); today where the choice makes no sense. */
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

/** The same range so many weeks earlier, by the zone's calendar. */
export function weeksEarlier({ start, end }: TimeRange, weeks: number, zone: string): TimeRange {
  const move = (instant: number) => DateTime.fromMillis(instant, { zone }).minus({ weeks });
  return toRange(move(start), move(end));
}
