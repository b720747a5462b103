import { DateTime } from "luxon";
import { startOfWeek } from "../../preferences.ts";
import { rangeOf, type TimeRange } from "../../ranges.ts";

/** The named ranges: a number of whole weeks before this one, or this week. */
export const WEEK_RANGES = {
  "last-week": { label: "Last week", weeks: 1 },
  "this-week": { label: "This week", weeks: 0 },
  "4w": { label: "Last 4 weeks", weeks: 4 },
  "8w": { label: "Last 8 weeks", weeks: 8 },
  "12w": { label: "Last 12 weeks", weeks: 12 },
} as const;
type WeekRangeName = keyof typeof WEEK_RANGES;

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

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/**
 * Splits a range so that hours from the start of each part are local hours. A clock change by part of an hour, as on Lord
 * Howe Island, starts a new part at the next full local hour.
 *
 * @param range starts at a local midnight
 */
export function localHourRanges({ start, end }: TimeRange, zone: string): readonly TimeRange[] {
  const edges = [start];
  let day = DateTime.fromMillis(start, { zone });
  while (day.toMillis() < end) {
    const next = day.plus({ days: 1 }).startOf("day");
    if (part(day) !== part(next)) {
      const change = changeBetween(day.toMillis(), next.toMillis(), zone);
      edges.push(change, nextFullHour(change, zone));
    }
    day = next;
  }
  const within = [...new Set(edges)].filter((edge) => edge < end);
  return within.map((edge, index) => ({ start: edge, end: within[index + 1] ?? end }));
}

/** The minutes of an offset beyond whole hours. */
function part({ offset }: DateTime): number {
  return ((offset % HOUR_MINUTES) + HOUR_MINUTES) % HOUR_MINUTES;
}

/** The minute between two instants at which `part` of the offset changes, by bisection. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = part(DateTime.fromMillis(from, { zone }));
  let low = from;
  let high = to;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (part(DateTime.fromMillis(middle, { zone })) === before) low = middle;
    else high = middle;
  }
  return high;
}

function nextFullHour(instant: number, zone: string): number {
  const { minute } = DateTime.fromMillis(instant, { zone });
  return instant + ((HOUR_MINUTES - minute) % HOUR_MINUTES) * MINUTE_MS;
}
