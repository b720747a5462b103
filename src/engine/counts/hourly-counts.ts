import { HOUR_MS } from "../../domain/instant.ts";
import {
  calendarDayAt,
  calendarDayOf,
  localHourAt,
  localHourGrids,
  type TimeSpan,
} from "../../domain/local-hours.ts";
import { planReplay } from "../../series/replay-plan.ts";
import { QUARTER_MS } from "../../series/roll-up.ts";
import { firstChangeOf } from "../../series/run-block.ts";
import { SampleMeter } from "../../series/sample-meter.ts";
import { type Samples, sampleIntegral } from "../../series/samples.ts";
import type { SpaceHistory } from "../catalog/catalog.ts";
import type { RunReader } from "../ports.ts";
import { countSeries, dayOf, levelFor, replayRuns } from "./count-series.ts";

/** The values of a span of local time (D12). */
export interface SpanCounts {
  /** In ms. */
  readonly start: number;
  /** N at its start, in people. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly entrances: number;
  readonly exits: number;
  /** ∫N dt over the span, in people × ms, exact. */
  readonly integral: number;
}

export interface LocalHour extends SpanCounts {
  /** In ms, exclusive. */
  readonly end: number;
  /** The offset of local time, in ms ahead of UTC. */
  readonly offset: number;
}

/** Hours measured per replay: about a year. */
const HOURS_AT_ONCE = 8_784;

/**
 * The local hours of a space that touch a range, whole, ascending, in batches. An hour begins at each full hour of local
 * time and at each change of the offset. The first is that of the space's first change: an event that counts for it, or
 * an explicit reset. The last ends with the present. Changes that are stored meanwhile may be in the later batches only.
 *
 * @param range half-open, in ms; either end may be infinite
 * @param now the present, in ms: no later change counts
 * @throws HeadcountError `data-lost` if runs whose events have been removed cannot be read
 */
export async function* localHours(
  runs: RunReader,
  history: SpaceHistory,
  range: TimeSpan,
  now: number,
): AsyncGenerator<readonly LocalHour[]> {
  const { timeZone } = history.space;
  const last = Math.min(range.end, now) - 1;
  if (last < range.start) return;
  const end = Math.min(localHourAt(last, timeZone).end, now);
  const begin = await laterOf(range.start, end, runs, history);
  if (begin === null) return;
  const { start } = localHourAt(begin, timeZone);
  for (const { offset, boundaries } of localHourGrids({ start, end }, timeZone)) {
    for (let from = 0; from < boundaries.length - 1; from += HOURS_AT_ONCE) {
      const grid = boundaries.subarray(from, from + HOURS_AT_ONCE + 1);
      yield measureHours(runs, history, grid, offset);
    }
  }
}

/** Days before a range that are searched first: on most of them something happens. */
const RECENT_DAYS = 7;

/**
 * An instant, in ms, or that of a space's first event or explicit reset if it is later; null if there is none before the
 * end.
 */
async function laterOf(
  instant: number,
  end: number,
  runs: RunReader,
  history: SpaceHistory,
): Promise<number | null> {
  // Any change before the instant will do; to find the first of all takes a search of all runs.
  if ((await firstSince(dayOf(instant) - RECENT_DAYS, instant, runs, history)) <= instant) return instant;
  const first = await firstSince(-Infinity, end - 1, runs, history);
  return first < end ? Math.max(first, instant) : null;
}

/** Whether an event that counts for a space, or an explicit reset of it, is before an instant, in ms. */
export async function hasChangeBefore(
  runs: RunReader,
  history: SpaceHistory,
  instant: number,
): Promise<boolean> {
  const isSince = async (day: number) => (await firstSince(day, instant, runs, history)) < instant;
  return (await isSince(dayOf(instant) - RECENT_DAYS)) || (await isSince(-Infinity));
}

/** The first change on a UTC day or after it, up to an instant in ms; or a later one, or infinity, if there is none. */
async function firstSince(
  day: number,
  until: number,
  runs: RunReader,
  { space, resets }: SpaceHistory,
): Promise<number> {
  const reset = resets[0]?.instant ?? Infinity;
  const lastDay = dayOf(Math.min(reset, until));
  const event = await runs.read(space.id, day, lastDay + 1, async (slices) => firstChangeOf(slices));
  return Math.min(reset, event ?? Infinity);
}

/** @param grid the boundaries of hours, in ms, at least two */
async function measureHours(
  runs: RunReader,
  history: SpaceHistory,
  grid: Float64Array,
  offset: number,
): Promise<LocalHour[]> {
  const [start, end] = [grid[0] as number, grid[grid.length - 1] as number];
  const meter = new SampleMeter({ grid, windows: Float64Array.of(start, end), bandFloors: [] });
  // The first hour may be short, and says nothing of the others.
  const level = levelFor(Float64Array.of(-offset, HOUR_MS - offset));
  await replayRuns(runs, history.space.id, planReplay(history, start, end), end, [meter], level);
  const { samples } = meter;
  return Array.from({ length: samples.length }, (_, i) => ({
    ...spanCountsAt(samples, i),
    end: samples.ends[i] as number,
    offset,
  }));
}

function spanCountsAt(samples: Samples, i: number): SpanCounts {
  return {
    start: samples.starts[i] as number,
    count: samples.counts[i] as number,
    min: samples.mins[i] as number,
    max: samples.maxs[i] as number,
    entrances: samples.entrances[i] as number,
    exits: samples.exits[i] as number,
    integral: sampleIntegral(samples, i),
  };
}

export interface LocalDay extends SpanCounts {
  /** In local days; a date that occurs twice ends when it first ends (D2). */
  readonly localDay: number;
  /** The time measured, in ms. */
  readonly length: number;
}

/**
 * The local dates of a space that touch a range, whole, ascending, in batches. They consist of `localHours`: the first
 * begins with the hour of the space's first change, the last ends with the present.
 *
 * @param range half-open, in ms; either end may be infinite
 * @param now the present, in ms
 * @throws HeadcountError `data-lost` if runs whose events have been removed cannot be read
 */
export async function* localDays(
  runs: RunReader,
  history: SpaceHistory,
  range: TimeSpan,
  now: number,
): AsyncGenerator<readonly LocalDay[]> {
  const { timeZone } = history.space;
  const last = Math.min(range.end, now) - 1;
  if (last < range.start) return;
  const start = Number.isFinite(range.start) ? calendarDayAt(range.start, timeZone).start : range.start;
  const { end } = calendarDayAt(last, timeZone);
  let days: SummedDay[] = [];
  for await (const hours of localHours(runs, history, { start, end }, now)) {
    for (const hour of hours) addHour(days, hour, calendarDayOf(hour.start, timeZone));
    yield days.slice(0, -1);
    days = days.slice(-1);
  }
  yield days;
}

type SummedDay = { -readonly [K in keyof LocalDay]: LocalDay[K] };

function addHour(days: SummedDay[], hour: LocalHour, localDay: number): void {
  const length = hour.end - hour.start;
  const day = days.at(-1);
  if (day?.localDay !== localDay) {
    const { end: _, offset: __, ...counts } = hour;
    days.push({ localDay, length, ...counts });
    return;
  }
  day.length += length;
  day.min = Math.min(day.min, hour.min);
  day.max = Math.max(day.max, hour.max);
  day.entrances += hour.entrances;
  day.exits += hour.exits;
  day.integral += hour.integral;
}

/** A quarter-hour in which a space's count may have changed. */
export interface QuarterHour extends Omit<SpanCounts, "start"> {
  /** The quarter's start, in ms. */
  readonly timestamp: number;
  /** The time-weighted mean of the count, in people. */
  readonly average: number;
}
/** Quarters measured per query: about a year. */
const QUARTERS_AT_ONCE = 35_040;

/**
 * The quarter-hours of a space that have events, ascending.
 *
 * @param start an instant in the first quarter, in ms
 * @param end exclusive, in ms; a quarter that contains it is measured up to it
 */
export async function* quarterHours(
  runs: RunReader,
  history: SpaceHistory,
  start: number,
  end: number,
): AsyncGenerator<readonly QuarterHour[]> {
  const length = QUARTERS_AT_ONCE * QUARTER_MS;
  const interval = { unit: "millisecond", amount: QUARTER_MS } as const;
  for (let from = Math.floor(start / QUARTER_MS) * QUARTER_MS; from < end; from += length) {
    const range = { start: from, end: Math.min(from + length, end), interval, segments: null };
    const { samples } = await countSeries(runs, history, range);
    const found: QuarterHour[] = [];
    for (let i = 0; i < samples.length; i++) {
      const { start: timestamp, ...counts } = spanCountsAt(samples, i);
      if (counts.entrances + counts.exits > 0)
        found.push({ timestamp, ...counts, average: samples.averages[i] as number });
    }
    yield found;
  }
}
