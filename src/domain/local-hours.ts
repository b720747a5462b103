import { firstIndex } from "./collections.ts";
import { DAY_MS, HOUR_MS } from "./instant.ts";
import { localDayOf, offsetChanges, toLocal } from "./local-time.ts";

/*
 * A local hour begins at each full hour of local time and at each change of the offset, so some are shorter than an
 * hour. A local date begins and ends with an hour.
 */

/** A half-open span of time, in ms. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** The local hour that contains an instant, in ms. */
export function localHourAt(instant: number, timeZone: string): TimeSpan {
  const start = instant - sinceFullHour(toLocal(instant, timeZone));
  const changes = offsetChanges(timeZone, instant - HOUR_MS, instant + HOUR_MS).map(
    (change) => change.instant,
  );
  return {
    start: Math.max(start, changes.findLast((change) => change <= instant) ?? start),
    end: Math.min(start + HOUR_MS, changes.find((change) => change > instant) ?? Infinity),
  };
}

function sinceFullHour(local: number): number {
  return local - Math.floor(local / HOUR_MS) * HOUR_MS;
}

/**
 * The local hours of a span of time, ascending, in a grid per offset.
 *
 * @param span begins with a local hour; an hour that contains its end is cut there
 * @returns the offset of each, in ms ahead of UTC, and its boundaries in ms, ascending, one more than there are hours
 */
export function localHourGrids({ start, end }: TimeSpan, timeZone: string) {
  if (start >= end) return [];
  const changes = offsetChanges(timeZone, start, end - 1).map(({ instant }) => instant);
  return [start, ...changes].map((from, i) => {
    const local = toLocal(from, timeZone);
    return {
      offset: local - from,
      boundaries: hourBoundaries(from, changes[i] ?? end, sinceFullHour(local)),
    };
  });
}

/** @param passed the ms since the last full hour of local time, at the start */
function hourBoundaries(start: number, end: number, passed: number): Float64Array {
  const hours = Math.ceil((end - start + passed) / HOUR_MS);
  const boundaries = new Float64Array(hours + 1);
  for (let i = 1; i < hours; i++) boundaries[i] = start - passed + i * HOUR_MS;
  boundaries[0] = start;
  boundaries[hours] = end;
  return boundaries;
}

/**
 * The local date of an instant, in local days. A date that occurs twice because clocks go back after midnight ends when
 * it first ends (D2), so dates never go back.
 */
export function calendarDayOf(instant: number, timeZone: string): number {
  const day = localDayOf(instant, timeZone);
  const dayBefore = instant - DAY_MS;
  if (toLocal(instant, timeZone) - toLocal(dayBefore, timeZone) === DAY_MS) return day;
  const changes = offsetChanges(timeZone, dayBefore, instant);
  return Math.max(day, ...changes.map((change) => localDayOf(change.instant - 1, timeZone)));
}

/** More than the length of any local date, in ms: a zone that moves over the date line can repeat one. */
const DATE_LENGTH_MAX = 3 * DAY_MS;

/** The time, in ms, that has the same `calendarDayOf` as an instant. */
export function calendarDayAt(instant: number, timeZone: string): TimeSpan {
  const around = {
    start: localHourAt(instant - DATE_LENGTH_MAX, timeZone).start,
    end: instant + DATE_LENGTH_MAX,
  };
  const hours = localHourGrids(around, timeZone).flatMap(({ boundaries }) => [...boundaries.subarray(0, -1)]);
  const day = calendarDayOf(instant, timeZone);
  const firstFrom = (least: number) =>
    hours[firstIndex(0, hours.length, (i) => calendarDayOf(hours[i] as number, timeZone) >= least)] as number;
  return { start: firstFrom(day), end: firstFrom(day + 1) };
}
