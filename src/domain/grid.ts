import { HeadcountError } from "./errors.ts";
import { DAY_MS, daysInMonth } from "./instant.ts";
import type { Interval } from "./interval.ts";
import { INTERVALS_MAX } from "./limits.ts";
import { toInstant, toLocal } from "./local-time.ts";

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
  const date = new Date(local);
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const year = Math.floor(index / 12);
  const month = index % 12;
  const day = Math.min(date.getUTCDate(), daysInMonth(year, month + 1));
  return Date.UTC(year, month, day) + (local - Math.floor(local / DAY_MS) * DAY_MS);
}

function tooManyIntervals(): HeadcountError {
  const message = `the range has more than ${INTERVALS_MAX.toLocaleString("en")} intervals; ask for a shorter range or a longer interval`;
  return new HeadcountError("invalid", message, { issues: [{ path: "interval", message }] });
}
