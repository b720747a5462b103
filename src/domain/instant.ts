import { invalidText } from "./errors.ts";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The range of instants: the years 1970 to 9999 (D1). */
export const INSTANT_MIN = 0;
export const INSTANT_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The forms of D1: a date, a time and an offset, whose sign is a blank after URL decoding. */
const FORM = new RegExp(
  [
    String.raw`^(\d{4})-(\d\d)-(\d\d)`,
    String.raw`(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?`,
    String.raw`(?:[Zz]|([-+ ])(\d\d)(?::?(\d\d))?)?)?$`,
  ].join(""),
);

/**
 * Parses a timestamp in any form of D1.
 *
 * @returns milliseconds since the Unix epoch, or null if the text has none of those forms or is outside the years 1970
 * to 9999
 */
export function readInstant(text: string): number | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (!(hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60)) return null;
  const midnight = Date.UTC(year, month - 1, day);
  // A date that does not exist is taken for one of the next month.
  if (month < 1 || month > 12 || day < 1 || new Date(midnight).getUTCDate() !== day) return null;
  const millisecond = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const offset = (match[8] === "-" ? -1 : 1) * (offsetHour * HOUR_MS + offsetMinute * MINUTE_MS);
  const instant = midnight + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millisecond - offset;
  return year >= 1970 && instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
}

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
