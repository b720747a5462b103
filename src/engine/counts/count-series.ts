import { DAY_MS } from "../../domain/instant.ts";
import { type Interval, intervalGrid } from "../../domain/interval.ts";
import type { TimeSpan } from "../../domain/local-hours.ts";
import { safeLimit } from "../../domain/resources.ts";
import {
  intersectWindows,
  measuredWindows,
  type SegmentHours,
  type Windows,
} from "../../domain/time-segment.ts";
import { type Breach, BreachMeter, measureBreaches } from "../../series/breach-meter.ts";
import { ProbeMeter } from "../../series/probe-meter.ts";
import { type Metrics, summarize, targetBandFloors } from "../../series/range-metrics.ts";
import { type Meter, Replay } from "../../series/replay.ts";
import { planReplay, type ReplayPlan } from "../../series/replay-plan.ts";
import { HOURS, QUARTERS, type RollUpLevel } from "../../series/roll-up.ts";
import { SampleMeter } from "../../series/sample-meter.ts";
import type { Samples } from "../../series/samples.ts";
import type { CountedSpace, SpaceHistory } from "../catalog/catalog.ts";
import type { RunReader } from "../ports.ts";
import { Pacer } from "../yielding.ts";

/** A query for counts. The caller has clipped `end` to the current time (D3). */
export interface CountsRequest {
  /** Half-open, in ms. */
  readonly start: number;
  readonly end: number;
  readonly interval: Interval;
  /** Restricts the measured time to the union of their windows; null measures all of it (D14). */
  readonly segments: readonly SegmentHours[] | null;
  readonly within?: Windows | undefined;
}

export interface CountSeries {
  readonly space: CountedSpace;
  readonly samples: Samples;
  readonly metrics: Metrics;
  /** Null if the space has no safe limit. */
  readonly safeThreshold: ReturnType<typeof safeMetrics> | null;
}

/**
 * Computes a space's count series (D10 to D15).
 *
 * @throws HeadcountError `invalid` if the range has too many intervals
 */
export async function countSeries(
  runs: RunReader,
  history: SpaceHistory,
  request: CountsRequest,
): Promise<CountSeries> {
  const { space } = history;
  const { start, end } = request;
  const grid = intervalGrid(start, end, request.interval, space.timeZone);
  const opened =
    request.segments === null
      ? new Float64Array(start < end ? [start, end] : [])
      : measuredWindows(request.segments, space.timeZone, start, end);
  const windows = request.within === undefined ? opened : intersectWindows(opened, request.within);
  const limit = safeLimit(space);
  const plan = planReplay(history, start, end);
  const sampling = new SampleMeter({ grid, windows, bandFloors: targetBandFloors(space.targetCapacity) });
  const breaching = limit === null ? null : new BreachMeter(limit, plan.origin.instant, end);
  const meters = breaching === null ? [sampling] : [sampling, breaching];
  await replayRuns(runs, space.id, plan, end, meters, levelFor(grid));
  return {
    space,
    samples: sampling.samples,
    metrics: summarize(sampling.samples, sampling.totals, space.targetCapacity),
    safeThreshold: breaching === null || limit === null ? null : safeMetrics(limit, breaching, windows),
  };
}

/**
 * The cheapest roll-ups for a replay that stops at the boundaries of a grid: those that divide the intervals, or
 * quarters if most quarters are entirely within an interval. Null if neither applies.
 */
export function levelFor(grid: Float64Array): RollUpLevel | null {
  const first = grid[0] ?? 0;
  const length = (grid[1] ?? first) - first;
  const fits = ({ unit }: RollUpLevel) => first % unit === 0 && length >= unit;
  if (fits(HOURS) && length % HOURS.unit === 0) return HOURS;
  return fits(QUARTERS) || length >= LONG_INTERVAL_MS ? QUARTERS : null;
}

const LONG_INTERVAL_MS = DAY_MS / 4;

/** Number and total duration, in ms of measured time, of breaches (D15). */
function safeMetrics(limit: number, meter: BreachMeter, windows: Float64Array) {
  const { touching, duration } = measureBreaches(meter.breaches, windows);
  return { limit, breaches: touching, unsafeDuration: duration };
}

/** N(t): the count after all changes at or before an instant (D7). */
export async function countAt(runs: RunReader, history: SpaceHistory, instant: number): Promise<number> {
  const { closing } = await probeCounts(runs, history, Float64Array.of(instant));
  return closing[0] as number;
}

/** The counts of a space at instants, ascending and distinct: before and after their events. */
export async function probeCounts(
  runs: RunReader,
  history: SpaceHistory,
  instants: Float64Array,
): Promise<ProbeMeter> {
  const meter = new ProbeMeter(instants);
  const [first] = instants;
  if (first === undefined) return meter;
  const end = (instants.at(-1) as number) + 1;
  await replayRuns(runs, history.space.id, planReplay(history, first, end), end, [meter]);
  return meter;
}

export async function replayRuns(
  runs: RunReader,
  spaceId: bigint,
  plan: ReplayPlan,
  end: number,
  meters: readonly Meter[],
  level: RollUpLevel | null = QUARTERS,
): Promise<void> {
  const replays = meters.map((meter) => new Replay(plan, meter, level));
  if (replays.some(({ meter }) => !meter.done)) {
    const pacer = new Pacer();
    await runs.read(spaceId, dayOf(plan.origin.instant), dayOf(end - 1) + 1, async (slices) => {
      for (const slice of slices) {
        for (const each of replays) each.push(slice);
        await pacer.step();
      }
    });
  }
  for (const each of replays) each.finish();
}

/** The UTC day of an instant, in days since the epoch; infinities stay. */
export function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/**
 * The breaches of a space's limit that touch [start, end), unclipped, ascending (D15). A breach that lasts until `now`
 * has no end.
 *
 * @param end at most `now`
 */
export async function findBreaches(
  runs: RunReader,
  history: SpaceHistory,
  range: TimeSpan,
  now: number,
): Promise<readonly Breach[]> {
  const limit = safeLimit(history.space);
  if (limit === null || range.start >= range.end) return [];
  // Changes at `now` decide whether a breach has ended.
  const horizon = now + 1;
  // Extends the range in both directions, doubling each time, until no breach crosses its edges.
  for (let reach = DAY_MS; ; reach *= 2) {
    const end = Math.min(horizon, range.end + reach);
    const plan = planReplay(history, range.start - reach, end);
    const meter = new BreachMeter(limit, plan.origin.instant, end);
    await replayRuns(runs, history.space.id, plan, end, [meter], HOURS);
    const touching = meter.breaches.filter(
      (breach) => breach.start < range.end && (breach.end === null || breach.end > range.start),
    );
    const cutAtStart = Number.isFinite(plan.origin.instant) && touching[0]?.start === plan.origin.instant;
    const cutAtEnd = end < horizon && touching.at(-1)?.end === null;
    if (!cutAtStart && !cutAtEnd) return touching;
  }
}
