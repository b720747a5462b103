import { DateTime } from "luxon";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { Button, Icon } from "../../components/button.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { RangePicker, rangeParameters, useRangeChoice } from "../../components/range-picker.tsx";
import { SegmentFilter, useSegmentIds } from "../../components/segment-filter.tsx";
import type { Space } from "../../queries/spaces.ts";
import {
  alignedTo,
  besideBy,
  COMPARISONS,
  choiceOf,
  defaultInterval,
  distanceOf,
  INTERVALS,
  type Interval,
  intervalFor,
  isComparison,
  isInterval,
  offeredIntervals,
  type RangeChoice,
  rangeOf,
  type TimeRange,
} from "../../ranges.ts";
import { type Parameters, withParameters } from "../../search-parameters.ts";

/** The view of a space, which the URL contains. */
export type SpaceView = ReturnType<typeof useSpaceView>;

/** The view in the URL. Each change adds an entry to the browser history. */
export function useSpaceView(space: Space, now: number) {
  const [parameters, setParameters] = useSearchParams();
  const [choice] = useRangeChoice("today");
  const zone = space.time_zone;

  const change = useCallback(
    (changes: Parameters) => setParameters((before) => withParameters(before, changes)),
    [setParameters],
  );

  const base = rangeOf(choice, zone, now);
  const zoom = parseZoom(parameters.get("zoom"));
  const chosen = parameters.get("interval");
  const interval = intervalFor(zoom ?? base, chosen);
  const { start, end } = alignedTo(zoom ?? base, interval, zone);
  const compare = parameters.get("compare");
  const comparison = isComparison(compare) ? compare : null;
  // Stable objects for hooks.
  const range = useMemo(() => ({ start, end }), [start, end]);
  const distance = useMemo(
    () => distanceOf(comparison ?? "week", { start: base.start, end: base.end }, zone),
    [comparison, base.start, base.end, zone],
  );
  const [segmentIds] = useSegmentIds(space);

  return {
    zone,
    choice,
    /** The selected range, before zooming. */
    base,
    /** The shown range. */
    range,
    isZoomed: zoom !== null,
    interval,
    /** Null if the interval follows from the range. */
    chosenInterval: isInterval(chosen) && chosen === interval ? chosen : null,
    segmentIds,
    comparison,
    /** How much earlier the times of the comparison are. */
    distance,
    // Another range has another default interval.
    chooseRange: (range: RangeChoice) => change({ ...rangeParameters(range), zoom: null, interval: null }),
    /** Null resets the zoom. */
    zoomTo: (range: TimeRange | null) =>
      change({ zoom: range === null ? null : formatZoom(range), interval: null }),
    chooseInterval: (interval: Interval | null) => change({ interval }),
    compare: (comparison: string) => change({ compare: comparison }),
  };
}

const MINUTE_MS = 60_000;
/** The shortest zoomed range: two of the shortest intervals. */
const ZOOM_MS_MIN = 2 * MINUTE_MS;

/** The URL parameter of a zoomed range, such as `20261120T1200Z..20261120T1400Z`. */
export function formatZoom({ start, end }: TimeRange): string {
  return `${formatInstant(start)}..${formatInstant(end)}`;
}

/** Parses the result of `formatZoom`; null if it is not valid. */
export function parseZoom(text: string | null): TimeRange | null {
  const [from, to] = (text ?? "").split("..");
  if (from === undefined || to === undefined) return null;
  const start = DateTime.fromISO(from, { zone: "utc" });
  const end = DateTime.fromISO(to, { zone: "utc" });
  if (!start.isValid || !end.isValid || end.toMillis() - start.toMillis() < MINUTE_MS) return null;
  return { start: start.toMillis(), end: end.toMillis() };
}

function formatInstant(instant: number): string {
  const options = { format: "basic", suppressSeconds: true, suppressMilliseconds: true } as const;
  return DateTime.fromMillis(instant, { zone: "utc" }).toISO(options) ?? "";
}

/** Extends a selection to whole minutes. */
export function selected({ start, end }: TimeRange): TimeRange {
  const from = Math.floor(start / MINUTE_MS) * MINUTE_MS;
  return { start: from, end: Math.max(Math.ceil(end / MINUTE_MS) * MINUTE_MS, from + ZOOM_MS_MIN) };
}

/** The middle half of a range; null at the shortest range. */
export function zoomedIn({ start, end }: TimeRange): TimeRange | null {
  const quarter = (end - start) / 4;
  const inner = selected({ start: start + quarter, end: end - quarter });
  return inner.end - inner.start < end - start ? inner : null;
}

/** Twice the range, within the base; null if that is the whole base. */
export function zoomedOut({ start, end }: TimeRange, base: TimeRange): TimeRange | null {
  const half = (end - start) / 2;
  const outer = selected({ start: start - half, end: end + half });
  if (outer.end - outer.start >= base.end - base.start) return null;
  const shift = Math.max(0, base.start - outer.start) - Math.max(0, outer.end - base.end);
  return { start: outer.start + shift, end: outer.end + shift };
}

/** Moves a range by half of its length. */
export function panned({ start, end }: TimeRange, direction: -1 | 1): TimeRange {
  const shift = direction * Math.max(MINUTE_MS, Math.round((end - start) / 2 / MINUTE_MS) * MINUTE_MS);
  return { start: start + shift, end: end + shift };
}

/** Selects the range, the interval, time segments and the comparison. @param props.today about now, in ms */
export function SpaceControls(props: {
  readonly space: Space;
  readonly view: SpaceView;
  readonly today: number;
}) {
  const { space, view, today } = props;
  const day = DateTime.fromMillis(today, { zone: view.zone }).toISODate() ?? "";
  return (
    <div className="row end gap-3 space-controls">
      <RangePicker choice={view.choice} onChoose={view.chooseRange} custom={{ from: day, to: day }} />
      <SelectField<string>
        label="Interval"
        value={view.chosenInterval ?? ""}
        choices={[
          { value: "", name: `Auto (${INTERVALS[defaultInterval(view.range)].label})` },
          ...offeredIntervals(view.range).map((value) => ({ value, name: INTERVALS[value].label })),
        ]}
        onChange={(value) => view.chooseInterval(isInterval(value) ? value : null)}
      />
      <SegmentFilter space={space} />
      <SelectField<string>
        label="Compare with"
        value={view.comparison ?? ""}
        choices={[
          { value: "", name: "Nothing" },
          ...Object.entries(COMPARISONS).map(([value, name]) => ({ value, name })),
        ]}
        onChange={view.compare}
      />
    </div>
  );
}

/**
 * Buttons that zoom and move the range: a zoomed one by half of its length, others to the range before or after.
 *
 * @param props.now about now, in ms; the range cannot move beyond it
 */
export function ZoomButtons({ view, now }: { readonly view: SpaceView; readonly now: number }) {
  const { range, base, zone, isZoomed, zoomTo } = view;
  const isAtEnd = isZoomed ? range.end >= Math.max(now, base.end) : base.end > now;
  const moveBy = (direction: -1 | 1) => () =>
    isZoomed
      ? zoomTo(panned(range, direction))
      : view.chooseRange(choiceOf(besideBy(base, direction, zone), zone));
  const zoom = (to: TimeRange | null) => () => zoomTo(to);
  const inner = zoomedIn(range);
  // Undefined disables a button.
  const steps = [
    ["Earlier", "M10 3 5 8l5 5", moveBy(-1)],
    ["Later", "m6 3 5 5-5 5", isAtEnd ? undefined : moveBy(1)],
    ["Zoom out", "M3 8h10", isZoomed ? zoom(zoomedOut(range, base)) : undefined],
    ["Zoom in", "M3 8h10M8 3v10", inner === null ? undefined : zoom(inner)],
  ] as const;
  return (
    <fieldset className="row gap-1" aria-label="Zoom">
      {isZoomed && <Button onClick={() => zoomTo(null)}>Reset zoom</Button>}
      {steps.map(([label, icon, press]) => (
        <Button
          key={label}
          className="space-icon-button"
          aria-label={label}
          title={label}
          disabled={press === undefined}
          onClick={press}
        >
          <Icon path={icon} />
        </Button>
      ))}
    </fieldset>
  );
}
