import { type KeyboardEvent, type ReactNode, type RefObject, useSyncExternalStore } from "react";
import type UPlot from "uplot";
import type { TimeRange } from "../../ranges.ts";
import { sampleAt } from "./chart-data.ts";
import type { CursorTime } from "./cursor-time.ts";
import { formatSample } from "./readout.tsx";
import type { Sample } from "./samples.ts";
import { indexFor } from "./slider-keys.ts";
import type { SpaceView } from "./view.ts";
import { zoomedIn, zoomedOut } from "./zoom.ts";

/** Moves the cursor of the charts with the keyboard, and describes the sample to screen readers. */
export function ChartSlider(props: {
  readonly samples: readonly Sample[];
  /** The previous week; empty without a comparison. */
  readonly previous: readonly Sample[];
  readonly cursor: CursorTime;
  readonly zone: string;
  readonly view: SpaceView;
  /** The chart whose cursor moves; the others follow it. */
  readonly chart: RefObject<UPlot | null>;
  readonly children: ReactNode;
}) {
  const { samples, previous, cursor, zone, view, chart, children } = props;
  const time = useSyncExternalStore(cursor.subscribe, cursor.get);
  const sample = time === null ? null : sampleAt(samples, time);

  const moveTo = (index: number) => {
    const target = samples[index];
    if (target === undefined || chart.current === null) return;
    const middle = (target.start + target.end) / 2;
    chart.current.setCursor({ left: chart.current.valToPos(middle, "x"), top: 1 });
  };
  const zoom = (range: TimeRange | null) => {
    if (range !== null || view.isZoomed) view.zoomTo(range);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inner = zoomedIn(view.range);
    const target = indexFor(event.key, sample === null ? null : samples.indexOf(sample), samples.length);
    if (target !== null) moveTo(target);
    else if (event.key === "+" && inner !== null) zoom(inner);
    else if (event.key === "-") zoom(zoomedOut(view.range, view.base));
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
          : formatSample(sample, sampleAt(previous, sample.start), zone, view.interval)
      }
      onKeyDown={press}
    >
      {children}
    </div>
  );
}
