import { HOUR_MS } from "./instant.ts";
import { offsetChanges, toLocal } from "./local-time.ts";

/*
 * The hours that clocks in a zone show. One begins whenever they show a full hour, and whenever they are
 * changed: where they are put back an hour comes twice, and Lord Howe, which changes by half an hour, has
 * two hours of 30 minutes a year.
 */

/** The start of the hour that an instant lies in, in ms. */
export function localHourStart(instant: number, timeZone: string): number {
  const offset = toLocal(instant, timeZone) - instant;
  const start = floorHour(instant + offset) - offset;
  return offsetChanges(timeZone, start, instant).at(-1)?.instant ?? start;
}

/** The start of the first hour after an instant, in ms. */
export function nextLocalHour(instant: number, timeZone: string): number {
  const offset = toLocal(instant, timeZone) - instant;
  const next = floorHour(instant + offset) + HOUR_MS - offset;
  return toLocal(next, timeZone) - next === offset
    ? next
    : (offsetChanges(timeZone, instant, next)[0]?.instant ?? next);
}

function floorHour(local: number): number {
  return Math.floor(local / HOUR_MS) * HOUR_MS;
}
