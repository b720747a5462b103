import { useEffect, useLayoutEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export type ChartOptions = Omit<UPlot.Options, "width" | "height">;

/** What a chart's first drawing is filed under in the browser's performance timeline. */
const DRAWN = "chart-drawn";

/**
 * A uPlot chart as wide as there is room. New data are drawn into it; other options make a new chart, so they
 * should stay the same object until something about them changes.
 *
 * @param onChart is told of each chart, and null when it is gone; it should stay the same function
 */
export function UPlotChart(props: {
  readonly options: ChartOptions;
  readonly data: UPlot.AlignedData;
  readonly height: number;
  readonly onChart?: (chart: UPlot | null) => void;
}) {
  const { options, data, height, onChart } = props;
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const newest = useRef(data);
  newest.current = data;

  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const started = performance.now();
    const made = new UPlot({ ...options, width: element.clientWidth, height }, newest.current, element);
    noteDrawn(started, newest.current[0].length);
    chart.current = made;
    onChart?.(made);
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.current = null;
      onChart?.(null);
      made.destroy();
    };
  }, [options, height, onChart]);

  useEffect(() => {
    if (chart.current !== null && chart.current.data !== data) chart.current.setData(data);
  }, [data]);

  // Its place is kept while it is drawn anew.
  return <div ref={holder} className="chart" style={{ minHeight: height }} />;
}

/** Measures until the frame that shows the chart has been handed over. */
function noteDrawn(started: number, points: number): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.measure(DRAWN, { start: started, detail: { points } });
    port2.postMessage(null);
  });
}
