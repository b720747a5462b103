import { HOUR_MS } from "./instant.ts";
import { offsetChanges, toLocal } from "./local-time.ts";

/*
 * The local hours of a zone. One begins at each full hour on the clock and at each change of the offset: when clocks go
 * back, an hour occurs twice, and Lord Howe, whose offset changes by 30 minutes, has two hours of 30 minutes a year.
 */

/** The start of the local hour that contains an instant, in ms. */
export function localHourStart(instant: number, timeZone: string): number {
  const offset = toLocal(instant, timeZone) - instant;
  const start = floorHour(instant + offset) - offset;
  return offsetChanges(timeZone, start, instant).at(-1)?.instant ?? start;
}

/** The start of the next local hour after an instant, in ms. */
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
