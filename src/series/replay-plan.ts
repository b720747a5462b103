import { dailyResetInstants, lastDailyReset, type ResetSchedule } from "../domain/daily-reset.ts";
import { FLOOR, type ReplayPlan } from "./replay.ts";
import { type ExplicitReset, mergeResets } from "./reset-series.ts";

/** The daily (D8) and explicit resets of a space. */
export interface ResetHistory {
  readonly schedules: readonly ResetSchedule[];
  /** Ascending by instant, then by id (D6). */
  readonly resets: readonly ExplicitReset[];
}

/**
 * Plans a replay that is exact from `start` on. It begins at the latest reset at or before `start`, since nothing
 * earlier matters, or at the beginning of history.
 *
 * @param end exclusive, in ms; later resets are omitted
 * @param floor the lowest count, FLOOR or NO_FLOOR (D7)
 */
export function planReplay(
  history: ResetHistory,
  start: number,
  end: number,
  floor: number = FLOOR,
): ReplayPlan {
  const { schedules, resets } = history;
  const explicit = resets[firstAfter(resets, start) - 1];
  const daily = lastDailyReset(schedules, start);
  const origin =
    explicit !== undefined && (daily === null || explicit.instant >= daily)
      ? { instant: explicit.instant, count: explicit.count }
      : { instant: daily ?? -Infinity, count: 0 };
  return {
    origin,
    resets: mergeResets(
      dailyResetInstants(schedules, start + 1, end),
      resets.slice(firstAfter(resets, start), firstAfter(resets, end - 1)),
    ),
    floor,
  };
}

/** The index of the first reset after an instant. */
function firstAfter(resets: readonly ExplicitReset[], instant: number): number {
  let low = 0;
  let high = resets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((resets[middle] as ExplicitReset).instant <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
