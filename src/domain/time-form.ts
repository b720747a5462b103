import { DateTime } from "luxon";
import { DAY_MS, formatDate, HOUR_MS, INSTANT_MAX, INSTANT_MIN, readInstant, SECOND_MS } from "./instant.ts";
import { toInstant } from "./local-time.ts";

/** How the times of a file are written, if not only in the forms of D1 with an offset or in UTC. */
export interface TimeForm {
  /** A pattern of Luxon, such as `dd.MM.yyyy HH:mm`, or one of `NAMED_FORMATS`; null for the forms of D1. */
  readonly timeFormat: string | null;
  /** The time zone of times without an offset (D2); null if it is not stated: they are UTC then (D1). */
  readonly timeZone: string | null;
}

type TimeReader = (text: string) => number | null;

/** A time without an offset, in local milliseconds (see `local-time.ts`). */
export interface LocalTime {
  readonly local: number;
  /** Whether it is written as `24:00`: the midnight at the end of its day. */
  readonly isEndOfDay?: boolean;
  readonly isDate?: boolean;
}

/** A reader of texts as instants in ms, or as local times; null for a text that is not of the form. */
export type FormReader = (text: string) => number | LocalTime | null;

const UNIT_MS = { seconds: SECOND_MS, milliseconds: 1 } as const;

/** Formats with a name: `any` is every form that can be read without knowing its order of day and month. */
export const NAMED_FORMATS: readonly string[] = ["any", ...Object.keys(UNIT_MS)];

/**
 * A reader of times of a form.
 *
 * @throws Error if the format is not a pattern of Luxon
 */
export function timeReader({ timeFormat, timeZone }: TimeForm): TimeReader {
  const read = formReader(timeFormat);
  return (text) => {
    const time = read(text.trim());
    const instant =
      time === null || typeof time === "number" ? time : toInstant(time.local, timeZone ?? "UTC");
    return instant !== null && instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
  };
}

/**
 * A reader of times of a format, without a time zone.
 *
 * @throws Error if the format is not a pattern of Luxon
 */
export function formReader(format: string | null): FormReader {
  if (format === null) return readIso;
  if (format === "any") return readAny;
  if (format === "seconds" || format === "milliseconds") return (text) => readNumber(text, UNIT_MS[format]);
  return patternReader(format);
}

/** Reads the forms of D1, of which one without an offset is local. */
function readIso(text: string): number | LocalTime | null {
  const local = readInstant(text.length === "2024-05-06".length ? text : `${text}Z`);
  return local === null ? readInstant(text) : { local };
}

function readNumber(text: string, unit: number): number | null {
  return /^\d+(\.\d*)?$/.test(text) ? Math.floor(Number(text) * unit) : null;
}

/** Whether a pattern of Luxon has a zone or an offset: its tokens are `Z` and `z`; texts are in quotes. */
function hasZone(pattern: string): boolean {
  return /z/i.test(pattern.replaceAll(/'[^']*'/g, ""));
}

/** Whether a pattern of Luxon has a date only: then an hour behind the date is read as `any` reads it. */
export function isDatePattern(pattern: string): boolean {
  return !NAMED_FORMATS.includes(pattern) && !/[hHmsSuTtFf]/.test(pattern.replaceAll(/'[^']*'/g, ""));
}

export function isOfPattern(text: string, pattern: string): boolean {
  return DateTime.fromFormat(text, pattern, { locale: "en" }).isValid;
}

const HOUR_BEHIND = /^(.+?) +(\d[\d:.]*(?: *[AP]M)?)$/i;

function patternReader(pattern: string): FormReader {
  const isZoned = hasZone(pattern);
  const isDate = isDatePattern(pattern);
  const parser = DateTime.buildFormatParser(pattern, { locale: "en" });
  const parse = (text: string) => DateTime.fromFormatParser(text, parser, { locale: "en", zone: "utc" });
  return (text) => {
    const time = parse(text);
    if (!time.isValid) {
      const [, date, hour] = (isDate && HOUR_BEHIND.exec(text)) || [];
      const day = date === undefined ? null : parse(date).toISODate();
      return day === null ? null : readAny(`${day} ${hour}`);
    }
    const local = time.toMillis();
    if (isZoned) return local;
    if (isDate) return { local, isDate };
    const isMidnight = local % DAY_MS === 0 && text.includes("24");
    return { local, isEndOfDay: isMidnight && hourIn(text, pattern) === 24 };
  };
}

/** The hour that a text has for a pattern; Luxon reads 24 as the next day's 0. */
function hourIn(text: string, pattern: string): number | undefined {
  const { result } = DateTime.fromFormatExplain(text, pattern, { locale: "en" });
  return (result as { readonly hour?: number } | undefined)?.hour;
}

/** The day numbers of spreadsheets count from here, in days before the epoch. */
const SHEET_EPOCH_DAYS = 25_569;

/**
 * The dates `2024-05-06`, `2024/05/06`, `20240506`, `06.05.2024`, and with AM or PM `5/6/2024`; a time with one or two
 * digits of the hour, or the hour alone; an offset or UTC, also after a blank. `24:00` is the end of its day.
 */
const ANY = new RegExp(
  [
    String.raw`^(?:(?<y1>\d{4})(?<sep>[-/.]?)(?<m1>\d{1,2})\k<sep>(?<d1>\d{1,2})`,
    String.raw`|(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4})`,
    String.raw`|(?<m3>\d{1,2})/(?<d3>\d{1,2})/(?<y3>\d{4}))`,
    String.raw`(?:[T ] *(?<h>\d{1,2})(?::?(?<min>\d{2})(?::?(?<s>\d{2})(?<f>[.,]\d+)?)?)?)?`,
    String.raw`(?: *(?<half>[AP]M))? *(?<zone>Z|UTC|GMT|[-+]\d{2}(?::?\d{2})?)?$`,
  ].join(""),
  "i",
);

/** Digits of seconds and of milliseconds since the epoch, and of day numbers of spreadsheets, in this century. */
export const EPOCH_SECONDS = /^\d{9,10}(\.\d+)?$/;
export const EPOCH_MS = /^\d{12,13}$/;
const SHEET_DAYS = /^\d{5}(\.\d+)?$/;
/** A day number of spreadsheets beside an hour, and a date beside the share of a day that spreadsheets have for an hour. */
const SHEET_DAY_AND_HOUR = /^(\d{5})(?:\.0)? (\S.*)$/;
const DATE_AND_SHARE = /^(\S+) (0\.\d+)$/;

/** Days of spreadsheets in ms. They keep about six digits of a second. */
function sheetTime(days: number): number {
  return Math.round((days * DAY_MS) / SECOND_MS) * SECOND_MS;
}

/** The instant of a number of seconds or milliseconds since the epoch in this century, as devices send them; else null. */
export function epochTime(text: string): number | null {
  if (EPOCH_SECONDS.test(text)) return Math.floor(Number(text) * SECOND_MS);
  return EPOCH_MS.test(text) ? Number(text) : null;
}

/** The offsets that zones have, in ms. */
const OFFSET_MIN = -12 * HOUR_MS;
const OFFSET_MAX = 14 * HOUR_MS;

/** @throws Error if a date with slashes has its day first: then those with days up to 12 have it, too */
function readAny(given: string): number | LocalTime | null {
  // Hours that a program has kept as decimals.
  const text = given.replace("\u2212", "-").replace(/ (\d\d?)\.0$/, " $1");
  const instant = epochTime(text);
  if (instant !== null) return instant;
  if (SHEET_DAYS.test(text)) return { local: sheetTime(Number(text) - SHEET_EPOCH_DAYS) };
  const [, days, hour] = SHEET_DAY_AND_HOUR.exec(text) ?? [];
  if (days !== undefined) return readAny(`${formatDate(Number(days) - SHEET_EPOCH_DAYS)} ${hour}`);
  const [, day = "", share] = DATE_AND_SHARE.exec(text) ?? [];
  const midnight = share === undefined ? null : readAny(day);
  if (midnight !== null && typeof midnight !== "number")
    return { local: midnight.local + sheetTime(Number(share)) };
  const { y1, m1, d1, y2, m2, d2, y3, m3, d3, ...rest } = ANY.exec(text)?.groups ?? {};
  const { h, min = "00", s = "00", f = "", half, zone } = rest;
  const isAmerican = m3 !== undefined;
  if (isAmerican && half === undefined) return null;
  if (isAmerican && Number(m3) > 12 && Number(d3) <= 12)
    throw new Error(`it has dates with the day first, such as ${text}: give their pattern, ${DAY_FIRST}`);
  const date = `${y1 ?? y2 ?? y3}-${two(m1 ?? m2 ?? m3)}-${two(d1 ?? d2 ?? d3)}`;
  const isEndOfDay = half === undefined && h === "24" && /^[0:.,]*$/.test(`${min}${s}${f}`);
  const time = `${isEndOfDay ? "00" : two(hourOf(h, half))}:${min}:${s}${f}`;
  const start = readInstant(`${date}T${time}Z`);
  if (start === null) return null;
  const local = isEndOfDay ? start + DAY_MS : start;
  if (zone === undefined) return { local, isEndOfDay, isDate: h === undefined };
  const read = /^(Z|UTC|GMT)$/i.test(zone) ? start : readInstant(`${date}T${time}${zone}`);
  if (read === null || start - read < OFFSET_MIN || start - read > OFFSET_MAX) return null;
  return read + local - start;
}

/** For dates such as `13/05/2024 9:00 AM`. */
const DAY_FIRST = "--time-format 'd/M/yyyy h:mm a'";

function two(digits = ""): string {
  return digits.padStart(2, "0");
}

function hourOf(hour = "0", half?: string): string {
  if (half === undefined) return hour;
  const twelfth = Number(hour);
  if (twelfth < 1 || twelfth > 12) return "";
  return String((twelfth % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
}

/** Whether a text is a format: one of the names, or a pattern of Luxon with a date. */
export function isTimeFormat(text: string): boolean {
  if (NAMED_FORMATS.includes(text)) return true;
  const sample = DateTime.fromObject({ year: 2024, month: 11, day: 23, hour: 21 }, { zone: "utc" });
  const read = timeReader({ timeFormat: text, timeZone: "UTC" })(sample.toFormat(text, { locale: "en" }));
  return read !== null && Math.floor(read / DAY_MS) === Math.floor(sample.toMillis() / DAY_MS);
}
