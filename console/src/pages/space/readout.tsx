import { type KeyboardEvent, type ReactNode, type RefObject, useSyncExternalStore } from "react";
import type UPlot from "uplot";
import {
  formatCount,
  formatDay,
  formatDifference,
  formatMoment,
  formatShareDifference,
  formatTime,
} from "../../format.ts";
import { Listeners } from "../../listeners.ts";
import { COMPARISONS, INTERVALS } from "../../ranges.ts";
import { type Sample, sampleAt } from "./samples.ts";
import { type SpaceView, zoomedIn, zoomedOut } from "./space-controls.tsx";
import type { SpaceData } from "./use-space-data.ts";

/** The counts in the charts, and the time at their cursor. */
interface AtCursor {
  readonly view: SpaceView;
  readonly data: SpaceData;
  readonly cursor: CursorTime;
}

/** The values of the charts at the cursor, or else the latest ones. */
export function Readout({ view, data, cursor }: AtCursor) {
  const { samples, previous } = data;
  const time = useSyncExternalStore(cursor.subscribe, cursor.get);
  const latest = samples.at(-1) ?? null;
  const sample = time === null ? latest : sampleAt(samples, time);
  /** The current count, if it is shown. */
  const now = time === null ? data.last : null;
  const before = time === null ? latest && sampleAt(previous, latest.start) : sampleAt(previous, time);
  const count = now ?? sample?.count;
  const change = formatChange(count, before?.count);
  return (
    <dl className="row small tabular space-readout">
      <div className="space-readout-time">
        <dt className="visually-hidden">Time</dt>
        <dd>{formatTimeOf(sample ?? before, view, now !== null)}</dd>
      </div>
      <Reading mark="line" label="People">
        {formatCount(count)}
      </Reading>
      <Reading mark="band" label="Min–max">
        {sample === null ? formatCount(null) : `${formatCount(sample.min)}–${formatCount(sample.max)}`}
      </Reading>
      {view.comparison !== null && (
        <Reading mark="before" label={COMPARISONS[view.comparison]}>
          {formatCount(before?.count)}
          {change !== null && <span className="unbold"> ({change})</span>}
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

/** The difference from an earlier value, such as `+5, +42%`; null if one of the counts is unknown. */
export function formatChange(
  count: number | null | undefined,
  before: number | null | undefined,
): string | null {
  if (typeof count !== "number" || typeof before !== "number") return null;
  const difference = formatDifference(count - before);
  // A percentage of 0 is not defined.
  return before === 0 ? difference : `${difference}, ${formatShareDifference((count - before) / before)}`;
}

const SQUARE = { width: "0.625rem", height: "0.625rem", verticalAlign: "-0.05em" };

/** The looks of the lines and bars in the charts. */
const MARKS = {
  line: { borderTop: "2px solid var(--accent)" },
  band: { ...SQUARE, width: "1rem", background: "color-mix(in oklab, var(--accent) 28%, transparent)" },
  before: { width: "1.25rem", borderTop: "2px dashed var(--before)" },
  in: { ...SQUARE, borderRadius: 2, background: "var(--entrance)" },
  out: { ...SQUARE, borderRadius: 2, background: "var(--exit)" },
};

function Reading(props: {
  readonly mark: keyof typeof MARKS;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt className="soft">
        <span className="space-mark" style={MARKS[props.mark]} aria-hidden="true" /> {props.label}
      </dt>
      <dd className="numeric">{props.children}</dd>
    </div>
  );
}

function formatTimeOf(sample: Sample | null, view: SpaceView, isNow: boolean): string {
  if (sample === null) return "No data";
  if (!isNow) return formatSampleTime(sample, view);
  const isOfTimes = INTERVALS[view.interval].ms < INTERVALS["1d"].ms;
  return `Now, since ${(isOfTimes ? formatTime : formatDay)(sample.start, view.zone)}`;
}

/** The day and times of a sample, such as `Fri 20 Nov, 12:00–13:00`. */
export function formatSampleTime({ start, end }: Sample, { zone, interval }: SpaceView): string {
  if (interval === "1d") return formatDay(start, zone);
  if (INTERVALS[interval].ms > INTERVALS["1d"].ms)
    return `${formatDay(start, zone)} – ${formatDay(end - 1, zone)}`;
  return `${formatMoment(start, zone)}–${formatTime(end, zone)}`;
}

/** A description of a sample. @param before the sample of the comparison */
function formatSample(sample: Sample, before: Sample | null, view: SpaceView): string {
  const { count, min, max, entrances, exits } = sample;
  const description =
    `${formatSampleTime(sample, view)}: ${formatCount(count)} people, ` +
    `from ${formatCount(min)} to ${formatCount(max)}; ${formatCount(entrances)} in, ${formatCount(exits)} out`;
  if (before === null || view.comparison === null) return description;
  const compared = COMPARISONS[view.comparison].toLowerCase();
  return `${description}; ${compared} ${formatCount(before.count)} (${formatChange(count, before.count)})`;
}

/** The time at the cursor of the charts. A store, so that a change does not render the charts again. */
export class CursorTime {
  #time: number | null = null;
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.add;

  /** In ms; null if the cursor is not on a chart. */
  get = (): number | null => this.#time;

  set = (time: number | null): void => {
    if (time === this.#time) return;
    this.#time = time;
    this.#listeners.call();
  };
}

/** Moves the cursor of the charts with the keyboard, and describes the sample to screen readers. */
export function ChartSlider(
  props: AtCursor & {
    /** The chart whose cursor moves; the others follow it. */
    readonly chart: RefObject<UPlot | null>;
    readonly children: ReactNode;
  },
) {
  const { view, data, cursor, chart, children } = props;
  const { samples, previous } = data;
  const time = useSyncExternalStore(cursor.subscribe, cursor.get);
  const sample = time === null ? null : sampleAt(samples, time);

  const moveTo = (index: number) => {
    const target = samples[index];
    if (target === undefined || chart.current === null) return;
    const middle = (target.start + target.end) / 2;
    chart.current.setCursor({ left: chart.current.valToPos(middle, "x"), top: 1 });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inner = zoomedIn(view.range);
    const target = indexFor(event.key, sample === null ? null : samples.indexOf(sample), samples.length);
    if (target !== null) moveTo(target);
    else if (event.key === "+" && inner !== null) view.zoomTo(inner);
    else if (event.key === "-" && view.isZoomed) view.zoomTo(zoomedOut(view.range, view.base));
    else if (event.key === "Escape") chart.current?.setCursor({ left: -10, top: -10 });
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="space-chart-slider"
      role="slider"
      tabIndex={0}
      aria-label="Time cursor"
      aria-keyshortcuts="ArrowLeft ArrowRight Home End + -"
      aria-valuemin={view.range.start}
      aria-valuemax={view.range.end}
      aria-valuenow={time ?? view.range.end}
      aria-valuetext={
        sample === null
          ? "No time selected. Use the arrow keys."
          : formatSample(sample, sampleAt(previous, sample.start), view)
      }
      onKeyDown={press}
    >
      {children}
    </div>
  );
}

/** The number of samples that Page up and Page down move. */
const PAGE = 10;

/**
 * The index of the sample to which a key moves; null for other keys, and without samples.
 *
 * @param at the index of the current sample; null if none is selected
 */
export function indexFor(key: string, at: number | null, length: number): number | null {
  const last = length - 1;
  const from = at ?? length;
  const target = new Map([
    ["ArrowLeft", from - 1],
    ["ArrowRight", at === null ? last : from + 1],
    ["PageUp", from - PAGE],
    ["PageDown", from + PAGE],
    ["Home", 0],
    ["End", last],
  ]).get(key);
  return target === undefined || length === 0 ? null : Math.min(last, Math.max(0, target));
}
