import { DateTime } from "luxon";
import { type Conventions, conventions } from "../preferences.ts";

/** The accepted formats of dates. The locale decides whether the day or the month comes first. */
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

/** Parses a date, as `YYYY-MM-DD`; null if it is not valid. */
export function readDate(text: string, { isMonthFirst }: Conventions = conventions()): string | null {
  const date = parse(text, [...DATES, ...(isMonthFirst ? MONTH_FIRST : DAY_FIRST)]);
  return date?.toISODate() ?? null;
}

/** Parses a date and time, as `YYYY-MM-DDTHH:MM`; null if they are not valid. */
export function readDateTime(text: string, used: Conventions = conventions()): string | null {
  const [, date = "", time = ""] = DATE_AND_TIME.exec(text.trim()) ?? [];
  const [day, clock] = [readDate(date, used), readTime(time)];
  return day === null || clock === null ? null : `${day}T${clock}`;
}

/** Parses a time of day, as `HH:MM`; null if it is not valid. */
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
