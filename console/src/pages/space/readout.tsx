import { type ReactNode, useSyncExternalStore } from "react";
import { formatCount, formatDay, formatMoment, formatTime } from "../../format.ts";
import { INTERVALS, type Interval } from "../../intervals.ts";
import { sampleAt } from "./chart-data.ts";
import type { CursorTime } from "./cursor-time.ts";
import type { Sample } from "./samples.ts";
import type { SpaceView } from "./view.ts";

/** The charts' legend, with the values where the cursor is, or else the latest ones. */
export function Readout(props: {
  readonly samples: readonly Sample[];
  readonly previous: readonly Sample[];
  readonly cursor: CursorTime;
  readonly view: SpaceView;
  readonly zone: string;
  /** The count now, where the range includes it. */
  readonly last: number | null;
}) {
  const { samples, previous, cursor, view, zone, last } = props;
  const time = useSyncExternalStore(cursor.subscribe, cursor.get);
  const latest = samples.at(-1) ?? null;
  const sample = time === null ? latest : sampleAt(samples, time);
  const isNow = time === null && last !== null;
  const before = time === null ? latest && sampleAt(previous, latest.start) : sampleAt(previous, time);
  return (
    <dl className="space-readout">
      <div className="space-readout-time">
        <dt className="visually-hidden">Time</dt>
        <dd>{timeWords(sample ?? before, zone, view.interval, isNow)}</dd>
      </div>
      <Reading mark="line" label="People">
        {formatCount(isNow ? last : sample?.count)}
      </Reading>
      <Reading mark="band" label="Low–high">
        {sample === null ? formatCount(null) : `${formatCount(sample.min)}–${formatCount(sample.max)}`}
      </Reading>
      {view.isCompared && (
        <Reading mark="before" label="Week before">
          {formatCount(before?.count)}
        </Reading>
      )}
      <Reading mark="in" label="In">
        {formatCount(sample?.entrances)}
      </Reading>
      <Reading mark="out" label="Out">
        {formatCount(sample?.exits)}
      </Reading>
    </dl>
  );
}

function Reading(props: { readonly mark: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        <span className={`space-mark space-mark-${props.mark}`} aria-hidden="true" /> {props.label}
      </dt>
      <dd className="numeric">{props.children}</dd>
    </div>
  );
}

function timeWords(sample: Sample | null, zone: string, interval: Interval, isNow: boolean): string {
  if (sample === null) return "Nothing measured";
  if (!isNow) return intervalWords(sample, zone, interval);
  const isOfTimes = INTERVALS[interval].ms < INTERVALS["1d"].ms;
  return `Now, since ${isOfTimes ? formatTime(sample.start, zone) : formatDay(sample.start, zone)}`;
}

/** An interval's day and times, such as `Fri 20 Nov, 12:00–13:00`. */
export function intervalWords({ start, end }: Sample, zone: string, interval: Interval): string {
  if (interval === "1d") return formatDay(start, zone);
  if (INTERVALS[interval].ms > INTERVALS["1d"].ms)
    return `${formatDay(start, zone)} – ${formatDay(end - 1, zone)}`;
  return `${formatMoment(start, zone)}–${formatTime(end, zone)}`;
}

/** All of a sample in words. */
export function sampleWords(sample: Sample, zone: string, interval: Interval): string {
  const { count, min, max, entrances, exits } = sample;
  return (
    `${intervalWords(sample, zone, interval)}: ${formatCount(count)} people, ` +
    `from ${formatCount(min)} to ${formatCount(max)}; ${formatCount(entrances)} in, ${formatCount(exits)} out`
  );
}
