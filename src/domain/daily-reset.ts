import { invalidText, must } from "./errors.ts";
import { DAY_MS } from "./instant.ts";
import { localDateExists, localDayOf, readWallTime, toInstant } from "./local-time.ts";

/**
 * A space's daily reset over a half-open time span (D8). The spans of a space are consecutive, from -Infinity to
 * Infinity.
 */
export interface ResetSchedule {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  /** Local `HH:MM`, or null if the count is not reset. */
  readonly dailyReset: string | null;
}

/**
 * Validates a daily reset's `HH:MM` (D8).
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseDailyReset(text: string, path: string): string {
  if (text.length !== 5 || readWallTime(text) === null)
    throw invalidText(path, text, "a time of day written HH:MM, such as 04:00", 16);
  return text;
}

/**
 * The instants of daily resets in [start, end), ascending, in ms (D8). A local date that does not exist has none (D2).
 */
export function dailyResetInstants(
  schedules: readonly ResetSchedule[],
  start: number,
  end: number,
): number[] {
  const instants: number[] = [];
  for (const schedule of schedules) {
    if (schedule.dailyReset === null) continue;
    const from = Math.max(start, schedule.from);
    const to = Math.min(end, schedule.to);
    if (from >= to) continue;
    const timeOfDay = timeOfReset(schedule.dailyReset);
    // Includes the day before and the day after: a gap can move a reset across midnight.
    const lastDay = localDayOf(to, schedule.timeZone) + 1;
    for (let day = localDayOf(from, schedule.timeZone) - 1; day <= lastDay; day++) {
      const instant = resetOn(day, timeOfDay, schedule.timeZone);
      if (instant !== null && instant >= from && instant < to) instants.push(instant);
    }
  }
  return instants;
}

/** The latest daily reset at or before an instant, in ms, or null if there is none. */
export function lastDailyReset(schedules: readonly ResetSchedule[], instant: number): number | null {
  for (let i = schedules.length - 1; i >= 0; i--) {
    const schedule = schedules[i] as ResetSchedule;
    if (schedule.dailyReset === null || schedule.from > instant) continue;
    const latest = Math.min(instant, schedule.to - 1);
    const today = localDayOf(latest, schedule.timeZone);
    const timeOfDay = timeOfReset(schedule.dailyReset);
    // Two days back, because a date may not exist.
    for (let day = today + 1; day >= today - 2; day--) {
      const reset = resetOn(day, timeOfDay, schedule.timeZone);
      if (reset !== null && reset <= latest && reset >= schedule.from) return reset;
    }
  }
  return null;
}

/** Days of a schedule to search for its first reset: some dates do not exist. */
const FIRST_RESET_DAYS = 4;

/** The first daily reset after an instant, in ms, or null if there is none. */
export function nextDailyReset(schedules: readonly ResetSchedule[], instant: number): number | null {
  for (const schedule of schedules) {
    const from = Math.max(instant + 1, schedule.from);
    const [first] = dailyResetInstants([schedule], from, from + FIRST_RESET_DAYS * DAY_MS);
    if (first !== undefined) return first;
  }
  return null;
}

/** Milliseconds since local midnight of a daily reset's `HH:MM`. */
export function timeOfReset(dailyReset: string): number {
  return must(readWallTime(dailyReset), "wall time");
}

/** The instant of a local day's reset, or null if the zone skips that day. */
function resetOn(localDay: number, timeOfDay: number, timeZone: string): number | null {
  return localDateExists(localDay, timeZone) ? toInstant(localDay * DAY_MS + timeOfDay, timeZone) : null;
}
