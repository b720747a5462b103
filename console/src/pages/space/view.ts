import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { rangeParameters, useRangeChoice } from "../../components/range-picker.tsx";
import { alignedTo, type Interval, intervalFor, isInterval } from "../../intervals.ts";
import type { Space } from "../../queries/spaces.ts";
import { type RangeChoice, rangeOf, type TimeRange } from "../../ranges.ts";
import { type Parameters, withParameters } from "../../search-parameters.ts";
import { formatZoom, parseZoom } from "./zoom.ts";

/** The view of a space, which the URL contains. */
export interface SpaceView {
  readonly choice: RangeChoice;
  /** The selected range, before zooming. */
  readonly base: TimeRange;
  /** The shown range. */
  readonly range: TimeRange;
  readonly isZoomed: boolean;
  readonly interval: Interval;
  /** Null if the interval follows from the range. */
  readonly chosenInterval: Interval | null;
  readonly segmentIds: readonly string[];
  readonly isCompared: boolean;
  chooseRange(choice: RangeChoice): void;
  /** Null resets the zoom. */
  zoomTo(range: TimeRange | null): void;
  chooseInterval(interval: Interval | null): void;
  chooseSegments(ids: readonly string[]): void;
  compare(isCompared: boolean): void;
}

/** The view in the URL. Each change adds an entry to the browser history. */
export function useSpaceView(space: Space, now: number): SpaceView {
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
  const segments = parameters.get("time_segment_ids") ?? "";
  // Stable objects for hooks.
  const range = useMemo(() => ({ start, end }), [start, end]);
  const segmentIds = useMemo(() => {
    const known = new Set(space.time_segments.map(({ id }) => id));
    return segments.split(",").filter((id) => known.has(id));
  }, [segments, space.time_segments]);

  return {
    choice,
    base,
    range,
    isZoomed: zoom !== null,
    interval,
    chosenInterval: isInterval(chosen) && chosen === interval ? chosen : null,
    segmentIds,
    isCompared: parameters.get("compare") === "week",
    // Another range has another default interval.
    chooseRange: (range) => change({ ...rangeParameters(range), zoom: null, interval: null }),
    zoomTo: (range) => change({ zoom: range === null ? null : formatZoom(range), interval: null }),
    chooseInterval: (interval) => change({ interval }),
    chooseSegments: (ids) => change({ time_segment_ids: ids.length === 0 ? null : ids.join(",") }),
    compare: (isCompared) => change({ compare: isCompared ? "week" : null }),
  };
}
