import { DateTime, type DurationLike } from "luxon";
import type { AlignedData } from "uplot";
import type { LiveChange } from "../../live/live-counts.ts";
import type { CountMetrics, CountSample } from "../../queries/counts.ts";
import { INTERVALS, type Interval, type TimeRange } from "../../ranges.ts";

/** A sample of the charts (D12): a half-open interval in ms and its counts. */
export interface Sample {
  readonly start: number;
  readonly end: number;
  /** At the start. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly entrances: number;
  readonly exits: number;
}

export function toSamples(samples: readonly CountSample[]): readonly Sample[] {
  return samples.map(({ timestamp, count, interval }) => {
    const { min, max, entrances, exits } = interval.analytics;
    const [start, end] = [Date.parse(timestamp), Date.parse(interval.end) + 1];
    return { start, end, count, min, max, entrances, exits };
  });
}

/** The changes since the samples were fetched. */
interface Since {
  /** Changes that are not in the samples, by time. */
  readonly changes: readonly LiveChange[];
  /** The count now. */
  readonly count: number;
  /** In ms. */
  readonly now: number;
}

/** Extends samples up to now with the changes since. Samples of a range that has ended stay as they are. */
export function upToNow(
  samples: readonly Sample[],
  { changes, count, now }: Since,
  of: { readonly range: TimeRange; readonly interval: Interval; readonly zone: string },
): readonly Sample[] {
  const { range, interval, zone } = of;
  const last = samples.at(-1);
  if (last === undefined || last.end >= range.end) return samples;
  const live = samples.slice(0, -1);
  let open = last;
  let level = levelBefore(changes, count);
  const extendTo = (instant: number) => {
    for (;;) {
      const end = Math.min(range.end, endOf(open.start, interval, zone));
      open = { ...open, end: Math.max(open.end, Math.min(end, instant)) };
      if (instant < end || end >= range.end) return;
      live.push(open);
      open = { start: end, end, count: level, min: level, max: level, entrances: 0, exits: 0 };
    }
  };
  for (const change of changes) {
    if (change.timestamp >= range.end) break;
    extendTo(change.timestamp);
    level = change.count;
    open = changed(open, change);
  }
  extendTo(Math.max(now, open.end));
  live.push(open);
  return live;
}

/** The count before the first change. */
function levelBefore([first]: readonly LiveChange[], count: number): number {
  return first === undefined ? count : Math.max(0, first.count - (first.direction ?? 0));
}

function changed(sample: Sample, { timestamp, count, direction }: LiveChange): Sample {
  return {
    ...sample,
    count: timestamp === sample.start ? count : sample.count,
    min: Math.min(sample.min, count),
    max: Math.max(sample.max, count),
    entrances: sample.entrances + (direction === 1 ? 1 : 0),
    exits: sample.exits + (direction === -1 ? 1 : 0),
  };
}

function endOf(start: number, interval: Interval, zone: string): number {
  if (INTERVALS[interval].ms < INTERVALS["1d"].ms) return start + INTERVALS[interval].ms;
  const unit = interval === "1d" ? "days" : interval === "1w" ? "weeks" : "months";
  return DateTime.fromMillis(start, { zone })
    .plus({ [unit]: 1 })
    .toMillis();
}

/** Moves earlier samples to the same local times of a later range. Leaves out days that its months do not have. */
export function laterBy(samples: readonly Sample[], distance: DurationLike, zone: string): readonly Sample[] {
  const move = (instant: number) => DateTime.fromMillis(instant, { zone }).plus(distance);
  return samples
    .filter(({ start }) => DateTime.fromMillis(start, { zone }).day === move(start).minus(distance).day)
    .map((sample) => ({ ...sample, start: move(sample.start).toMillis(), end: move(sample.end).toMillis() }));
}

/** Adds changes to the totals and the peak of metrics. Averages and durations stay those of the server. */
export function withChanges(
  metrics: CountMetrics | null,
  changes: readonly LiveChange[],
): CountMetrics | null {
  if (metrics === null || changes.length === 0) return metrics;
  const countOf = (direction: 1 | -1) => changes.filter((change) => change.direction === direction).length;
  const highest = changes.reduce((most, change) => (change.count > most.count ? change : most));
  const { entrances, exits, count } = metrics;
  const isPeak = count.max.value === null || highest.count > count.max.value;
  const max = { value: highest.count, timestamp: new Date(highest.timestamp).toISOString() };
  return {
    ...metrics,
    entrances: { ...entrances, total: entrances.total + countOf(1) },
    exits: { ...exits, total: exits.total + countOf(-1) },
    count: isPeak ? { ...count, max } : count,
  };
}

/**
 * The parts of a range without samples: outside of time segments, nothing is counted. Returns none without any
 * samples, which may still be loading.
 *
 * @param samples by time
 */
export function gapsOf(samples: readonly Sample[], { start, end }: TimeRange): readonly TimeRange[] {
  const gaps: TimeRange[] = [];
  if (samples.length === 0) return gaps;
  let covered = start;
  for (const sample of samples) {
    if (sample.start > covered) gaps.push({ start: covered, end: Math.min(sample.start, end) });
    covered = Math.max(covered, sample.end);
    if (covered >= end) return gaps;
  }
  return [...gaps, { start: covered, end }];
}

type Value = number | null | undefined;

/** The columns of the count chart after the times. A null is a gap; undefined has no effect. */
const COUNT_SERIES = { count: 1, max: 2, min: 3, previous: 4 } as const;

/** The data of the count chart. */
interface CountLines {
  readonly samples: readonly Sample[];
  /** The times that the range is compared with, moved to those of the range. */
  readonly previous: readonly Sample[];
  /** Single events with the count after each. */
  readonly events: readonly { readonly time: number; readonly count: number }[];
  /** The count at the end of the line, if known. */
  readonly last: number | null;
}

/** Step lines of the count, its minimum and maximum, and of the comparison, on common times. */
export function countData({ samples, previous, events, last }: CountLines): AlignedData {
  const rows = new Map<number, Value[]>();
  const set = (time: number, column: number, value: Value) => {
    let row = rows.get(time);
    if (row === undefined) {
      row = [undefined, undefined, undefined, undefined, undefined];
      rows.set(time, row);
    }
    row[column] = value;
  };
  const setSteps = (steps: readonly Sample[], column: number, read: (sample: Sample) => number) => {
    steps.forEach((sample, index) => {
      set(sample.start, column, read(sample));
      const next = steps[index + 1];
      // A step lasts until its end. A gap follows, unless the next step starts there.
      if (next === undefined) set(sample.end, column, read(sample));
      else if (next.start > sample.end) {
        set(sample.end - 1, column, read(sample));
        set(sample.end, column, null);
      }
    });
  };
  setSteps(samples, COUNT_SERIES.count, ({ count }) => count);
  setSteps(samples, COUNT_SERIES.max, ({ max }) => max);
  setSteps(samples, COUNT_SERIES.min, ({ min }) => min);
  setSteps(previous, COUNT_SERIES.previous, ({ count }) => count);
  for (const { time, count } of events) set(time, COUNT_SERIES.count, count);
  const end = samples.at(-1)?.end;
  if (end !== undefined && last !== null) set(end, COUNT_SERIES.count, last);
  const times = [...rows.keys()].sort((a, b) => a - b);
  const column = (index: number) => times.map((time) => rows.get(time)?.[index]);
  return [times, column(1), column(2), column(3), column(4)];
}

/** Bars: entrances above the line, exits below it. */
export function flowData(samples: readonly Sample[]): AlignedData {
  return [
    samples.map(({ start }) => start),
    samples.map(({ entrances }) => entrances),
    samples.map(({ exits }) => -exits),
  ];
}

/** The sample that contains a time; null if there is none. @param samples by time */
export function sampleAt(samples: readonly Sample[], time: number): Sample | null {
  let low = 0;
  let high = samples.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const sample = samples[middle] as Sample;
    if (time < sample.start) high = middle - 1;
    else if (time >= sample.end) low = middle + 1;
    else return sample;
  }
  return null;
}
