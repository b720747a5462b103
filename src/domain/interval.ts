import { DateTime } from "luxon";
import { HeadcountError, invalidText } from "./errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./instant.ts";
import { INTERVAL_DAYS_MAX, INTERVAL_MONTHS_MAX, INTERVALS_MAX } from "./limits.ts";
import { toInstant, toLocal } from "./local-time.ts";

/** The length of intervals (D10): a number of milliseconds, or of calendar days or months in the space's time zone. */
export interface Interval {
  readonly unit: "millisecond" | "day" | "month";
  readonly amount: number;
}

export type IntervalPolicy = "supported" | "any";

/** The supported intervals as the API writes them; the same length in another unit is supported, too (D11). */
export const SUPPORTED_INTERVALS = ["1m", "5m", "10m", "15m", "1h", "1d", "1w", "1M"] as const;

const SUPPORTED_MS = new Set([1, 5, 10, 15, 60].map((minutes) => minutes * MINUTE_MS))
  .add(DAY_MS)
  .add(7 * DAY_MS);

const UNITS: Readonly<Record<string, Interval>> = {
  s: { unit: "millisecond", amount: SECOND_MS },
  m: { unit: "millisecond", amount: MINUTE_MS },
  h: { unit: "millisecond", amount: HOUR_MS },
  d: { unit: "day", amount: 1 },
  w: { unit: "day", amount: 7 },
  M: { unit: "month", amount: 1 },
  mo: { unit: "month", amount: 1 },
};

/**
 * Parses an interval such as `1h`, `60m` or `1M` (D11).
 *
 * @throws HeadcountError `invalid`, naming `path` and listing the supported intervals
 */
export function parseInterval(text: string, path: string, policy: IntervalPolicy = "supported"): Interval {
  const [, amount, letters = ""] = /^(\d{1,12})(s|m|h|d|w|mo|M)$/.exec(text) ?? [];
  const unit = UNITS[letters];
  if (unit !== undefined) {
    const interval = { ...unit, amount: unit.amount * Number(amount) };
    if (policy === "any" ? isWithinTenYears(interval) : isSupported(interval)) return interval;
  }
  const others =
    policy === "any"
      ? "another whole number of s, m, h, d, w or M, up to 10 years"
      : "the same length in another unit";
  const choices = `${SUPPORTED_INTERVALS.join(", ")} (month), or ${others}`;
  throw invalidText(path, text, `a supported interval; use ${choices}`, 32);
}

function isSupported(interval: Interval): boolean {
  if (interval.unit === "month") return interval.amount === 1;
  return SUPPORTED_MS.has(interval.unit === "day" ? interval.amount * DAY_MS : interval.amount);
}

function isWithinTenYears({ unit, amount }: Interval): boolean {
  if (amount < 1) return false;
  if (unit === "month") return amount <= INTERVAL_MONTHS_MAX;
  return amount <= (unit === "day" ? INTERVAL_DAYS_MAX : INTERVAL_DAYS_MAX * DAY_MS);
}

/**
 * Cuts a range into intervals (D10). The first begins at `start`; days and months step by the zone's calendar, and each
 * boundary is computed from `start`.
 *
 * @returns the boundaries in ms, ascending, one more than there are intervals, the last being `end`; empty if the range
 * is empty
 * @throws HeadcountError `invalid` if there are more than INTERVALS_MAX intervals
 */
export function intervalGrid(start: number, end: number, interval: Interval, timeZone: string): Float64Array {
  if (start >= end) return new Float64Array(0);
  return interval.unit === "millisecond"
    ? fixedGrid(start, end, interval.amount)
    : calendarGrid(start, end, interval, timeZone);
}

function fixedGrid(start: number, end: number, step: number): Float64Array {
  const count = Math.ceil((end - start) / step);
  if (count > INTERVALS_MAX) throw tooManyIntervals();
  const grid = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) grid[i] = start + i * step;
  grid[count] = end;
  return grid;
}

function calendarGrid(start: number, end: number, interval: Interval, timeZone: string): Float64Array {
  const local = toLocal(start, timeZone);
  const grid = [start];
  for (let i = 1; ; i++) {
    const steps = i * interval.amount;
    const target = interval.unit === "month" ? addMonths(local, steps) : local + steps * DAY_MS;
    const boundary = toInstant(target, timeZone);
    if (boundary >= end) break;
    // A boundary on a date that does not exist falls on the next date, so that date has no interval (D2).
    if (boundary > (grid.at(-1) as number)) grid.push(boundary);
    if (grid.length > INTERVALS_MAX) throw tooManyIntervals();
  }
  grid.push(end);
  return Float64Array.from(grid);
}

/** Adds months to a local time. The day is capped at the length of the month. */
function addMonths(local: number, months: number): number {
  return DateTime.fromMillis(local, { zone: "utc" }).plus({ months }).toMillis();
}

function tooManyIntervals(): HeadcountError {
  const message = `the range has more than ${INTERVALS_MAX.toLocaleString("en")} intervals; ask for a shorter range or a longer interval`;
  return new HeadcountError("invalid", message, { issues: [{ path: "interval", message }] });
}
