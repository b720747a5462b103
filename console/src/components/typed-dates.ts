import { DateTime } from "luxon";
import { type Conventions, conventions } from "../preferences.ts";

/** How dates may be typed besides as they are shown; which of two numbers is the month is the locale's to say. */
const DATES = [
  "yyyy-MM-dd",
  "d LLL yyyy",
  "d LLLL yyyy",
  "LLL d, yyyy",
  "LLLL d, yyyy",
  "LLL d yyyy",
] as const;
const DAY_FIRST = ["d/M/yyyy", "d.M.yyyy", "d-M-yyyy"] as const;
const MONTH_FIRST = ["M/d/yyyy", "M-d-yyyy"] as const;
const DATE_AND_TIME = /^(.*\d)(?:T|,?\s+)(\d{1,2}(?::\d{2})?\s*(?:[ap]m)?)$/i;
const TIMES = ["HH:mm", "H:mm", "h:mm a", "h a", "h:mma", "ha"] as const;

/** A date as it is typed, as `YYYY-MM-DD`; null where it is none. */
export function readDate(text: string, { isMonthFirst }: Conventions = conventions()): string | null {
  const date = parse(text, [...DATES, ...(isMonthFirst ? MONTH_FIRST : DAY_FIRST)]);
  return date?.toISODate() ?? null;
}

/** A date and time as they are typed, as `YYYY-MM-DDTHH:MM`; null where they are none. */
export function readDateTime(text: string, used: Conventions = conventions()): string | null {
  const [, date = "", time = ""] = DATE_AND_TIME.exec(text.trim()) ?? [];
  const [day, clock] = [readDate(date, used), readTime(time)];
  return day === null || clock === null ? null : `${day}T${clock}`;
}

/** A time of day as it is typed, as `HH:MM`; null where it is none. */
export function readTime(text: string): string | null {
  return parse(text, TIMES)?.toFormat("HH:mm") ?? null;
}

function parse(text: string, formats: readonly string[]): DateTime | null {
  for (const format of formats) {
    const parsed = DateTime.fromFormat(text.trim(), format, { zone: "utc", locale: "en-US" });
    if (parsed.isValid) return parsed;
  }
  return null;
}
