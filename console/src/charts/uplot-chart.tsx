import { useEffect, useLayoutEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export type ChartOptions = Omit<UPlot.Options, "width" | "height">;

/** The name of the performance entry for the first drawing of a chart. */
const DRAWN = "chart-drawn";

/**
 * A uPlot chart in the width of its container. New data updates the chart; new options create another one, so `options`
 * should be a stable object.
 *
 * @param onChart a stable function that is called with each chart, and with null after its removal
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
    measureDrawing(started, newest.current[0].length);
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

  // Keeps its height while another chart is created.
  return <div ref={holder} className="chart" style={{ minHeight: height }} />;
}

/** Measures the time until the frame that shows the chart is complete. */
function measureDrawing(started: number, points: number): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.measure(DRAWN, { start: started, detail: { points } });
    port2.postMessage(null);
  });
}
