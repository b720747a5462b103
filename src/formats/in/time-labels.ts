import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { toInstant, toLocal } from "../../domain/local-time.ts";
import {
  EPOCH_MS,
  EPOCH_SECONDS,
  isDatePattern,
  isOfPattern,
  type LocalTime,
} from "../../domain/time-form.ts";

/** Hours of a day, with or without minutes, and with seconds. */
const HOUR = String.raw`\d{1,2}(?::\d{2})?(?: *[AP]M)?`;
const SECONDS = String.raw`\d{1,2}:\d{2}:\d{2}(?: *[AP]M)?`;
const DASH = " *(?:[-\u2013\u2014\u2212~]|to|bis) *";
const RANGE = `(?:(${HOUR})${DASH}(${HOUR})|(${SECONDS})${DASH}(${SECONDS}))`;

/** A date, and the hours from which and to which people passed: `2024-05-06 08:00-09:00`, which has no offset. */
const DATE_AND_HOURS = new RegExp(String.raw`^(\S.*?) +${RANGE}$`, "i");
const HOURS_ALONE = new RegExp(`^(?:${HOUR}|${SECONDS}|${RANGE})$`, "i");

/** The start and the end of a range of hours of a date; null if the text is no such range. */
export function hourRange(text: string): readonly [start: string, end: string] | null {
  const [, date, hour, lastHour, first = hour, last = lastHour] = DATE_AND_HOURS.exec(text) ?? [];
  return date === undefined ? null : [`${date} ${first}`, `${date} ${last}`];
}

/** Whether a text is an hour of a day, or a range of hours, without a date: `08:00`, `8 AM`, `08-09`. */
export function isHourOfDay(text: string): boolean {
  return HOURS_ALONE.test(text);
}

/** A time in local ms, if it has no offset. */
export const localOf = (time: number | LocalTime) => (typeof time === "number" ? time : time.local);

/** An end, in ms. That of a day may be written with its own date: from 23:00 to 00:00. */
export function endOfDay(start: number, end: number): number {
  return end < start && end === Math.floor(start / DAY_MS) * DAY_MS ? end + DAY_MS : end;
}

/** An instant some ms later; whole days are local ones. */
export function after(instant: number, ms: number, timeZone: string): number {
  return ms % DAY_MS === 0 ? toInstant(toLocal(instant, timeZone) + ms, timeZone) : instant + ms;
}

/** The zone or offset after a time of day. */
const ZONE = /(:\d\d.*?|T\d{4,6}) *(Z|UTC|GMT|[-+]\d{2}(:?\d{2})?)$/i;

/**
 * The last unit that a time is written with, in ms: the length of its label. A date is a day.
 *
 * @param format as `TimeForm.timeFormat`: a pattern has the unit, not the text
 */
export function unitOf(given: string, format: string | null): number {
  if (format === "milliseconds" || EPOCH_MS.test(given)) return 1;
  if (format === "seconds" || EPOCH_SECONDS.test(given)) return SECOND_MS;
  if (format === null || format === "any") {
    const text = given.replace(ZONE, "$1");
    return UNITS_OF_TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? DAY_MS;
  }
  // The hour behind a date that the pattern has not.
  if (isDatePattern(format) && !isOfPattern(given, format)) return unitOf(given, "any");
  const pattern = format.replaceAll(/'[^']*'/g, "");
  return UNITS_OF_PATTERNS.find(([token]) => token.test(pattern))?.[1] ?? DAY_MS;
}

const UNITS_OF_TEXTS: readonly (readonly [RegExp, number])[] = [
  [/:\d\d:\d\d[.,]\d/, 1],
  [/:\d\d:\d\d|T\d{6}/i, SECOND_MS],
  [/\d:\d\d|T\d{4}/i, MINUTE_MS],
  [/[ T]\d{1,2}( *[AP]M)?$/i, HOUR_MS],
];

/** Tokens of Luxon, from the shortest unit on. */
const UNITS_OF_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/[Su]/, 1],
  [/s|tt|TT/, SECOND_MS],
  [/m|t|T/, MINUTE_MS],
  [/[hH]/, HOUR_MS],
];
