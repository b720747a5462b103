import { must } from "./errors.ts";
import { DAY_MS } from "./instant.ts";
import { localDateExists, localDayOf, toInstant } from "./local-time.ts";
import { readWallTime } from "./wall-time.ts";

/**
 * A space's daily reset over a half-open span of time (D8). A space has consecutive spans from the
 * beginning (`from` -Infinity) to the open end (`to` Infinity).
 */
export interface ResetSchedule {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  /** Local `HH:MM`, or null where the count is not reset. */
  readonly dailyReset: string | null;
}

/**
 * The instants in [start, end) at which daily resets fall due, ascending, in ms (D8). A local date that
 * does not exist has none (D2).
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
    // The day before and the day after, for resets that a gap moves across midnight.
    const lastDay = localDayOf(to, schedule.timeZone) + 1;
    for (let day = localDayOf(from, schedule.timeZone) - 1; day <= lastDay; day++) {
      const instant = resetOn(day, timeOfDay, schedule.timeZone);
      if (instant !== null && instant >= from && instant < to) instants.push(instant);
    }
  }
  return instants;
}

/** The latest daily reset at or before an instant, in ms, or null where there has been none. */
export function lastDailyReset(schedules: readonly ResetSchedule[], instant: number): number | null {
  for (let i = schedules.length - 1; i >= 0; i--) {
    const schedule = schedules[i] as ResetSchedule;
    if (schedule.dailyReset === null || schedule.from > instant) continue;
    const latest = Math.min(instant, schedule.to - 1);
    const today = localDayOf(latest, schedule.timeZone);
    const timeOfDay = timeOfReset(schedule.dailyReset);
    // Two days back reach past a date that does not exist.
    for (let day = today + 1; day >= today - 2; day--) {
      const reset = resetOn(day, timeOfDay, schedule.timeZone);
      if (reset !== null && reset <= latest && reset >= schedule.from) return reset;
    }
  }
  return null;
}

/** Days in which the next reset falls due, if there is to be one: dates that do not exist are passed over. */
const NEXT_RESET_DAYS = 4;

/** The first daily reset after an instant, in ms, or null where none is to come. */
export function nextDailyReset(schedules: readonly ResetSchedule[], instant: number): number | null {
  const [next] = dailyResetInstants(schedules, instant + 1, instant + NEXT_RESET_DAYS * DAY_MS);
  return next ?? null;
}

/** The times of day that have been read: there are 1,440. */
const timesOfDay = new Map<string, number>();

/** A daily reset's `HH:MM` in ms since local midnight. */
function timeOfReset(dailyReset: string): number {
  let time = timesOfDay.get(dailyReset);
  if (time === undefined) {
    time = must(readWallTime(dailyReset), "wall time");
    timesOfDay.set(dailyReset, time);
  }
  return time;
}

/** The instant of a local day's reset, or null where the zone's calendar skips that day. */
function resetOn(localDay: number, timeOfDay: number, timeZone: string): number | null {
  return localDateExists(localDay, timeZone) ? toInstant(localDay * DAY_MS + timeOfDay, timeZone) : null;
}
