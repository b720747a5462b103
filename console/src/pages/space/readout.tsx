import { type ReactNode, useSyncExternalStore } from "react";
import {
  formatCount,
  formatDay,
  formatDifference,
  formatMoment,
  formatShareDifference,
  formatTime,
} from "../../format.ts";
import { INTERVALS, type Interval } from "../../intervals.ts";
import { sampleAt } from "./chart-data.ts";
import type { CursorTime } from "./cursor-time.ts";
import type { Sample } from "./samples.ts";
import type { SpaceView } from "./view.ts";

/** The values of the charts at the cursor, or else the latest ones. */
export function Readout(props: {
  readonly samples: readonly Sample[];
  readonly previous: readonly Sample[];
  readonly cursor: CursorTime;
  readonly view: SpaceView;
  readonly zone: string;
  /** The current count, if the range includes now. */
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
        <dd>{formatTimeOf(sample ?? before, zone, view.interval, isNow)}</dd>
      </div>
      <Reading mark="line" label="People">
        {formatCount(isNow ? last : sample?.count)}
      </Reading>
      <Reading mark="band" label="Min–max">
        {sample === null ? formatCount(null) : `${formatCount(sample.min)}–${formatCount(sample.max)}`}
      </Reading>
      {view.isCompared && (
        <Reading mark="before" label="Previous week">
          {formatCount(before?.count)}
          <Difference text={formatChange(isNow ? last : sample?.count, before?.count)} />
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

function Difference({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className="space-difference"> ({text})</span>;
}

/** The difference from the previous week, such as `+5, +42%`; null if one of the counts is unknown. */
export function formatChange(
  count: number | null | undefined,
  before: number | null | undefined,
): string | null {
  if (typeof count !== "number" || typeof before !== "number") return null;
  const difference = formatDifference(count - before);
  // A percentage of 0 is not defined.
  return before === 0 ? difference : `${difference}, ${formatShareDifference((count - before) / before)}`;
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

function formatTimeOf(sample: Sample | null, zone: string, interval: Interval, isNow: boolean): string {
  if (sample === null) return "No data";
  if (!isNow) return formatSampleTime(sample, zone, interval);
  const isOfTimes = INTERVALS[interval].ms < INTERVALS["1d"].ms;
  return `Now, since ${isOfTimes ? formatTime(sample.start, zone) : formatDay(sample.start, zone)}`;
}

/** The day and times of a sample, such as `Fri 20 Nov, 12:00–13:00`. */
export function formatSampleTime({ start, end }: Sample, zone: string, interval: Interval): string {
  if (interval === "1d") return formatDay(start, zone);
  if (INTERVALS[interval].ms > INTERVALS["1d"].ms)
    return `${formatDay(start, zone)} – ${formatDay(end - 1, zone)}`;
  return `${formatMoment(start, zone)}–${formatTime(end, zone)}`;
}

/** A description of a sample. @param before the sample of the previous week */
export function formatSample(
  sample: Sample,
  before: Sample | null,
  zone: string,
  interval: Interval,
): string {
  const { count, min, max, entrances, exits } = sample;
  const compared =
    before === null
      ? ""
      : `; previous week ${formatCount(before.count)} (${formatChange(count, before.count)})`;
  return (
    `${formatSampleTime(sample, zone, interval)}: ${formatCount(count)} people, ` +
    `from ${formatCount(min)} to ${formatCount(max)}; ${formatCount(entrances)} in, ${formatCount(exits)} out` +
    compared
  );
}
