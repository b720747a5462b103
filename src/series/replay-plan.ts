import {
  dailyResetInstants,
  lastDailyReset,
  nextDailyReset,
  type ResetSchedule,
} from "../domain/daily-reset.ts";
import type { Reset } from "../domain/resources.ts";

/**
 * The lowest count (D7), and the value for no floor. Counts are within 30 bits, so that the difference of two is a
 * 32-bit integer.
 */
export const FLOOR = 0;
export const NO_FLOOR = -(2 ** 30);

/** The start of a replay: `count` people at `instant`, after its resets and before its events. */
export interface Origin {
  /** In ms; -Infinity for the beginning of history. */
  readonly instant: number;
  readonly count: number;
}

/** Everything but events that determines one space's count. */
export interface ReplayPlan {
  readonly origin: Origin;
  /** The resets after the origin's instant. */
  readonly resets: ResetSeries;
  readonly floor: number;
}

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
  const explicit = resets.findLast(({ instant }) => instant <= start);
  const daily = lastDailyReset(schedules, start);
  const origin =
    explicit !== undefined && (daily === null || explicit.instant >= daily)
      ? { instant: explicit.instant, count: explicit.count }
      : { instant: daily ?? -Infinity, count: 0 };
  return {
    origin,
    resets: mergeResets(
      dailyResetInstants(schedules, start + 1, end),
      resets.filter(({ instant }) => instant > start && instant < end),
    ),
    floor,
  };
}

/**
 * The end, in ms, of the time in which counts depend on the events at an instant: the next reset, or the present. From
 * that reset on the count is the same without them. Breaches that end at the instant, or begin with the reset, can
 * depend on them, too.
 *
 * @param instant in ms
 * @param now the present, in ms
 */
export function changedUntil({ schedules, resets }: ResetHistory, instant: number, now: number): number {
  // A reset at the instant itself is before its events (D6).
  const explicit = resets.find((reset) => reset.instant > instant)?.instant ?? Infinity;
  return Math.min(now, explicit, nextDailyReset(schedules, instant) ?? Infinity);
}

/** Resets of one space's count, ascending, at most one per instant. */
export interface ResetSeries {
  /** In ms since the Unix epoch. */
  readonly instants: Float64Array;
  /** The count each reset sets, in people. */
  readonly counts: Int32Array;
}

/** A reset created through the API, as opposed to a daily one. */
type ExplicitReset = Pick<Reset, "instant" | "count">;

/**
 * Merges daily and explicit resets. Of several at one instant, the last in the order daily, then explicit by id, takes
 * effect (D6).
 *
 * @param daily ascending instants at which the count becomes 0
 * @param explicit ascending by instant, then by id
 */
function mergeResets(daily: readonly number[], explicit: readonly ExplicitReset[]): ResetSeries {
  const instants: number[] = [];
  const counts: number[] = [];
  const add = (instant: number, count: number) => {
    if (instants.at(-1) === instant) {
      counts[counts.length - 1] = count;
    } else {
      instants.push(instant);
      counts.push(count);
    }
  };
  let next = 0;
  for (const reset of explicit) {
    for (; next < daily.length && (daily[next] as number) <= reset.instant; next++)
      add(daily[next] as number, 0);
    add(reset.instant, reset.count);
  }
  for (; next < daily.length; next++) add(daily[next] as number, 0);
  return { instants: new Float64Array(instants), counts: new Int32Array(counts) };
}
