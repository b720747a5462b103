import { invalidText } from "./errors.ts";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The range of instants: the years 1970 to 9999 (D1). */
export const INSTANT_MIN = 0;
export const INSTANT_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses a timestamp in any form of D1.
 *
 * @returns milliseconds since the Unix epoch, or null if the text has none of those forms or is outside the years 1970
 * to 9999
 */
export function readInstant(text: string): number | null {
  const instant = readDate(text) + (text.length === DATE_LENGTH ? 0 : readTime(text));
  return instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
}

/** Lengths of `2024-05-06`, `2024-05-06T07:08` and `2024-05-06T07:08:09`. */
const DATE_LENGTH = 10;
const MINUTES_LENGTH = 16;
const SECONDS_LENGTH = 19;

/** The last date parsed, as a number of its digits, and its midnight in ms: consecutive rows mostly share a date. */
let lastDate = { digits: 19_700_101, midnight: 0 };

/** The midnight of the date at the start of a text, in ms; NaN if it is not a valid date. */
function readDate(text: string): number {
  if (text[4] !== "-" || text[7] !== "-") return Number.NaN;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const digits = 10_000 * year + 100 * month + day;
  if (digits === lastDate.digits) return lastDate.midnight;
  const isDate = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  if (!isDate) return Number.NaN;
  lastDate = { digits, midnight: Date.UTC(year, month - 1, day) };
  return lastDate.midnight;
}

/** The time after the date, less its offset, in ms; NaN if it is not valid. */
function readTime(text: string): number {
  const isSeparated = text[DATE_LENGTH] === "T" || text[DATE_LENGTH] === " " || text[DATE_LENGTH] === "t";
  if (!isSeparated || text[13] !== ":") return Number.NaN;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  let end = MINUTES_LENGTH;
  let second = 0;
  let millisecond = 0;
  if (text[end] === ":") {
    second = twoDigits(text, end + 1);
    end = SECONDS_LENGTH;
    if (text[end] === "." || text[end] === ",") {
      const start = ++end;
      for (let unit = 100; digit(text, end) >= 0; unit /= 10, end++)
        if (unit >= 1) millisecond += unit * digit(text, end);
      if (end === start) return Number.NaN;
    }
  }
  // A missing digit is NaN, so these comparisons fail.
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millisecond - readOffset(text, end);
}

/** The offset at the end of a text, in ms; NaN if it is not valid. A blank sign is a `+` after URL decoding (D1). */
function readOffset(text: string, start: number): number {
  const length = text.length - start;
  const sign = text[start];
  if (length === 0 || (length === 1 && (sign === "Z" || sign === "z"))) return 0;
  const hour = twoDigits(text, start + 1);
  const hasColon = text[start + 3] === ":";
  const minute = length === 3 ? 0 : twoDigits(text, hasColon ? start + 4 : start + 3);
  const isWhole = length === 3 || length === (hasColon ? 6 : 5);
  const isSigned = sign === "+" || sign === "-" || sign === " ";
  if (!isSigned || !isWhole || !(hour < 24 && minute < 60)) return Number.NaN;
  return (sign === "-" ? -1 : 1) * (hour * HOUR_MS + minute * MINUTE_MS);
}

function twoDigits(text: string, index: number): number {
  return 10 * digit(text, index) + digit(text, index + 1);
}

function digit(text: string, index: number): number {
  const value = text.charCodeAt(index) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

/** Days in a month of the proleptic Gregorian calendar; `month` is 1 to 12. */
function daysInMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeapYear ? 29 : (MONTH_DAYS[month - 1] as number);
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses a timestamp of a request.
 *
 * @throws HeadcountError `invalid`, naming `path`, if the text has none of the forms of D1
 */
export function parseInstant(text: string, path: string): number {
  const instant = readInstant(text);
  if (instant === null) throw invalidText(path, text, "a time; write it as 2024-05-06T07:08:09.123Z");
  return instant;
}

/** Formats an instant as `YYYY-MM-DDTHH:mm:ss.sssZ` (D1). */
export function formatInstant(instant: number): string {
  const day = Math.floor(instant / DAY_MS);
  const ms = instant - day * DAY_MS;
  const minute = Math.floor(ms / MINUTE_MS);
  const second = Math.floor(ms / SECOND_MS) % 60;
  return `${formatDate(day)}T${HOURS_MINUTES[minute]}:${TWO_DIGITS[second]}.${THREE_DIGITS[ms % 1_000]}Z`;
}

/** Formats a day, in days since the epoch, as `YYYY-MM-DD`. */
export function formatDate(day: number): string {
  const place = day & (WRITTEN_DAYS - 1);
  const written = writtenDays[place];
  if (written?.day === day) return written.text;
  const text = new Date(day * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  writtenDays[place] = { day, text };
  return text;
}

/** Size of the cache of formatted days, about eleven years: formatting a date is the slowest step. A power of two. */
const WRITTEN_DAYS = 4_096;
const writtenDays = new Array<{ readonly day: number; readonly text: string } | undefined>(WRITTEN_DAYS);

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, "0"));
/** `HH:mm` by minute of the day. */
const HOURS_MINUTES = Array.from(
  { length: 24 * 60 },
  (_, minute) => `${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}`,
);
