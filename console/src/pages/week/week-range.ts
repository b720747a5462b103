import { DateTime } from "luxon";
import { rangeOf, type TimeRange } from "../../ranges.ts";
import { startOfWeek } from "../../weeks.ts";

/** The named ranges: a number of whole weeks before this one, or this week. */
export const WEEK_RANGES = {
  "last-week": { label: "Last week", weeks: 1 },
  "this-week": { label: "This week", weeks: 0 },
  "4w": { label: "Last 4 weeks", weeks: 4 },
  "8w": { label: "Last 8 weeks", weeks: 8 },
  "12w": { label: "Last 12 weeks", weeks: 12 },
} as const;
export type WeekRangeName = keyof typeof WEEK_RANGES;

/** Whole weeks by name, or two days, `YYYY-MM-DD`, both inclusive. */
export type WeekChoice = WeekRangeName | { readonly from: string; readonly to: string };

export const DEFAULT_WEEKS: WeekRangeName = "4w";

/** The choice in the URL parameters. */
export function readWeekChoice(parameters: URLSearchParams): WeekChoice {
  const [name, from, to] = ["range", "from", "to"].map((each) => parameters.get(each));
  if (from && to) return { from, to };
  return isWeekRangeName(name) ? name : DEFAULT_WEEKS;
}

export function isWeekRangeName(text: string | null | undefined): text is WeekRangeName {
  return typeof text === "string" && Object.hasOwn(WEEK_RANGES, text);
}

/** The range of a choice in a time zone at `now` (ms). */
export function weekRangeOf(choice: WeekChoice, zone: string, now: number): TimeRange {
  if (typeof choice !== "string") return rangeOf(choice, zone, now);
  const first = startOfWeek(DateTime.fromMillis(now, { zone }));
  const { weeks } = WEEK_RANGES[choice];
  const start = first.minus({ weeks });
  const end = weeks === 0 ? first.plus({ weeks: 1 }) : first;
  return { start: start.toMillis(), end: end.toMillis() };
}

/** Whether a range has each weekday at most once, so that cells are hours instead of averages. */
export function isOneWeek({ start, end }: TimeRange, zone: string): boolean {
  return DateTime.fromMillis(start, { zone }).plus({ weeks: 1 }).toMillis() >= end;
}
