import { DateTime } from "luxon";
import { type Conventions, conventions } from "./preferences.ts";

/** The text for a missing value. */
export const NOTHING = "–";

type MaybeNumber = number | null | undefined;

/** A number of people or events, such as `1,234`. */
export const formatCount = numberFormat({ maximumFractionDigits: 0 });

/** An average with at most one decimal. */
export const formatAverage = numberFormat({ maximumFractionDigits: 1 });

/** An average with exactly one decimal, for a column of numbers. */
export const formatAligned = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number with at most four decimals. */
export const formatNumber = numberFormat({ maximumFractionDigits: 4 });

/** A share of 1 as a percentage. */
export const formatShare = numberFormat({ style: "percent", maximumFractionDigits: 0 });

/** A difference with its sign and at most one decimal, such as `+5`, `−1.2` or `0`. */
export const formatDifference = numberFormat({ maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** A difference as a share of 1, with its sign, such as `+42%`. */
export const formatShareDifference = numberFormat({
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** Caches the formats of the locales, which are slow to create. */
function numberFormat(options: Intl.NumberFormatOptions): (value: MaybeNumber) => string {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value) => {
    if (value === null || value === undefined) return NOTHING;
    const { locale } = conventions();
    const format = formats.get(locale) ?? new Intl.NumberFormat(locale, options);
    formats.set(locale, format);
    return format.format(value).replace("-", "−");
  };
}

/** Compares names alphabetically, and numbers in them by value. */
export const compareNames = new Intl.Collator("en", { numeric: true }).compare;

/** The local time of an instant, such as `14:05` or `2:05 PM`. @param instant in ms, or ISO 8601 */
export const formatTime = dateFormat(({ time }) => time);

/** The local time of an instant with seconds, such as `14:05:09`. */
export const formatSecond = dateFormat(({ second }) => second);

/** The local day and time of an instant, such as `Mon 5 May, 14:05`. */
export const formatMoment = dateFormat(({ weekday, time }) => `${weekday}, ${time}`);

/** A local day, such as `Mon 5 May`. */
export const formatDay = dateFormat(({ weekday }) => weekday);

/** A local day with its year, such as `Mon 5 May 2025`. */
export const formatDayOfYear = dateFormat(({ weekdayAndYear }) => weekdayAndYear);

/** The local day with its year and the time of an instant, such as `Mon 5 May 2025, 14:05`. */
export const formatMomentOfYear = dateFormat(({ weekdayAndYear, time }) => `${weekdayAndYear}, ${time}`);

/** A local day without its weekday, such as `5 May`. */
export const formatShortDay = dateFormat(({ day }) => day);

/** A local date, such as `5 May 2025`. */
export const formatDate = dateFormat(({ date }) => date);

/** The local date and time of an instant, for a column whose title names the time zone, such as `5 May 2025, 14:05:33`. */
export const formatDateTime = dateFormat(({ date, second }) => `${date}, ${second}`);

/** The local date and time of an instant with the offset from UTC: `5 May 2025, 14:05:33 UTC+2`. */
export function formatInstant(instant: number | string, timeZone: string): string {
  return `${formatDateTime(instant, timeZone)} ${formatOffset(instant, timeZone)}`;
}

/** The offset of a time zone from UTC at an instant, such as `UTC+5:30`. */
export function formatOffset(instant: number | string, timeZone: string): string {
  const local = at(instant, timeZone);
  return local.offset === 0 ? "UTC" : `UTC${local.toFormat("Z").replace("-", "−")}`;
}

/** A local time of day, `HH:MM` or `HH:MM:SS`, in the format of the settings. Omits seconds that are 0. */
export function formatTimeOfDay(time: string): string {
  const parsed = DateTime.fromISO(time, { zone: "utc", locale: NAMES });
  if (!/^\d{2}:\d{2}/.test(time) || !parsed.isValid) return time;
  const { time: short, second } = allPatterns();
  return parsed.toFormat(parsed.second === 0 ? short : second);
}

/** An ISO 8601 local date, or date and time, in the format of the settings, for an input. */
export function formatInput(local: string): string {
  const parsed = DateTime.fromISO(local, { zone: "utc", locale: NAMES });
  if (!parsed.isValid) return local;
  const { date, time } = allPatterns();
  return parsed.toFormat(local.includes("T") ? `${date}, ${time}` : date);
}

/** The local date and time of an instant as the value of a form: `2025-05-05T14:05`. */
export function localOf(instant: number, timeZone: string): string {
  return at(instant, timeZone).toFormat("yyyy-MM-dd'T'HH:mm");
}

/** The time zone of the device, for data that belongs to no space. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The time since an instant, such as `3 minutes ago`. @param now in ms */
export function formatAgo(instant: number | string, now: number): string {
  const then = at(instant, "utc");
  return then.toRelative({ base: DateTime.fromMillis(now, { zone: "utc" }), locale: NAMES }) ?? NOTHING;
}

type Pattern = (patterns: ReturnType<typeof allPatterns>) => string;

/** A format of instants, which are in ms or ISO 8601, in a time zone. */
function dateFormat(pattern: Pattern): (instant: number | string, timeZone: string) => string {
  return (instant, timeZone) => at(instant, timeZone).toFormat(pattern(allPatterns()));
}

/** The names of months and weekdays are the same in all English locales. */
const NAMES = "en-US";

function at(instant: number | string, zone: string): DateTime {
  const options = { zone, locale: NAMES };
  return typeof instant === "number"
    ? DateTime.fromMillis(instant, options)
    : DateTime.fromISO(instant, options);
}

/** The formats of dates and times, as tokens of luxon. */
function allPatterns({ isMonthFirst, hasTwelveHours }: Conventions = conventions()) {
  const day = isMonthFirst ? "LLL d" : "d LLL";
  const withYear = isMonthFirst ? `${day}, yyyy` : `${day} yyyy`;
  const weekday = isMonthFirst ? "ccc, " : "ccc ";
  return {
    day,
    date: withYear,
    weekday: weekday + day,
    weekdayAndYear: weekday + withYear,
    time: hasTwelveHours ? "h:mm a" : "HH:mm",
    second: hasTwelveHours ? "h:mm:ss a" : "HH:mm:ss",
  } as const;
}

/** The label of a name in the API: `focus_quiet` becomes `Focus quiet`. */
export function readable(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const MINUTE_MS = 60_000;

/** Parses a duration of the API, `H:MM:SS` with any number of hours (D13), in ms. */
export function durationMs(duration: string): number {
  return duration.split(":").reduce((total, part) => total * 60 + Number(part), 0) * 1_000;
}

/** A duration in ms as `35 h 18 min`, below an hour as `18 min`, below a minute as `45 s`. Truncates; never wraps. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < MINUTE_MS) return `${Math.floor(ms / 1_000)}\u00a0s`;
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes}\u00a0min`;
  return `${formatCount(Math.floor(minutes / 60))}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}\u00a0min`;
}

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
