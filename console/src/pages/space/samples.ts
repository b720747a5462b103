import { DateTime } from "luxon";
import { INTERVALS, type Interval } from "../../intervals.ts";
import type { LiveChange } from "../../live/live-counts.ts";
import type { CountMetrics, CountSample } from "../../queries/counts.ts";
import type { TimeRange } from "../../ranges.ts";

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
    return {
      start: Date.parse(timestamp),
      end: Date.parse(interval.end) + 1,
      count,
      min,
      max,
      entrances,
      exits,
    };
  });
}

/** The changes since the samples were fetched. */
export interface Since {
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

/** Moves samples to the same local times some weeks later. */
export function weeksLater(samples: readonly Sample[], weeks: number, zone: string): readonly Sample[] {
  const move = (instant: number) => DateTime.fromMillis(instant, { zone }).plus({ weeks }).toMillis();
  return samples.map((sample) => ({ ...sample, start: move(sample.start), end: move(sample.end) }));
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
