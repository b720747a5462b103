import "uplot/dist/uPlot.min.css";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import UPlot from "uplot";

/** The font of the labels in a chart. @param ratio device pixels per CSS pixel */
export function chartFont(ratio: number): string {
  return `${12 * ratio}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
}

/** The colour tokens of the charts. */
const TOKENS = [
  "ink",
  "ink-soft",
  "surface",
  "line-strong",
  "grid",
  "accent",
  "quiet",
  "busy",
  "full",
  "over",
  "entrance",
  "exit",
  "before",
] as const;
export type ChartColors = Readonly<Record<(typeof TOKENS)[number], string>>;

/** The colours of the current theme. */
export function useChartColors(): ChartColors {
  const [colors, setColors] = useState(readColors);
  useEffect(() => {
    const update = () => setColors(readColors());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    window.addEventListener("headcount-theme", update);
    dark.addEventListener("change", update);
    return () => {
      window.removeEventListener("headcount-theme", update);
      dark.removeEventListener("change", update);
    };
  }, []);
  return colors;
}

/** Resolves the tokens with an element, since a canvas supports neither variables nor `light-dark()`. */
function readColors(): ChartColors {
  const probe = document.createElement("span");
  document.body.append(probe);
  const entries = TOKENS.map((token) => {
    probe.style.color = `var(--${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as ChartColors;
}

/** A transparent variant of a colour. @param alpha from 0 to 1 */
export function faded(color: string, alpha: number): string {
  const channels = /^rgb\((.*)\)$/
    .exec(color)?.[1]
    ?.split(/[\s,]+/)
    .slice(0, 3);
  return channels === undefined ? color : `rgb(${channels.join(" ")} / ${alpha})`;
}

export type ChartOptions = Omit<UPlot.Options, "width" | "height">;

/** The name of the performance entry for the first drawing of a chart. */
const DRAWN = "chart-drawn";

/**
 * A uPlot chart in the width of its container. New data updates the chart; new options create another one, so `options`
 * should be a stable object.
 *
 * @param props.chart receives the chart; null before and after
 */
export function UPlotChart(props: {
  readonly options: ChartOptions;
  readonly data: UPlot.AlignedData;
  readonly height: number;
  readonly chart?: RefObject<UPlot | null>;
}) {
  const own = useRef<UPlot | null>(null);
  const { options, data, height, chart = own } = props;
  const holder = useRef<HTMLDivElement>(null);
  const newest = useRef(data);
  newest.current = data;

  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const started = performance.now();
    const made = new UPlot({ ...options, width: element.clientWidth, height }, newest.current, element);
    measureDrawing(started, newest.current[0].length);
    chart.current = made;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.current = null;
      made.destroy();
    };
  }, [options, height, chart]);

  useEffect(() => {
    if (chart.current !== null && chart.current.data !== data) chart.current.setData(data);
  }, [data, chart]);

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

/** The shortest drag, in px. */
const DRAG_PX_MIN = 8;

/**
 * Selects a part of a chart by touch; uPlot itself only handles the mouse. A horizontal drag selects. A vertical one
 * scrolls the page, because of `touch-action` in the styles.
 */
export function touchSelect(): UPlot.Plugin {
  return { hooks: { ready: (chart) => listen(chart) } };
}

/** The listeners are removed with the element of the chart. */
function listen(chart: UPlot): void {
  const { over } = chart;
  /** The touch that selects, and its start; null if there is none. */
  let touch: { readonly pointerId: number; readonly left: number } | null = null;

  const leftOf = ({ clientX }: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    return Math.min(width, Math.max(0, clientX - left));
  };
  const select = (from: number, to: number, isDone: boolean) => {
    const left = Math.min(from, to);
    chart.setSelect({ left, width: Math.abs(to - from), top: 0, height: over.clientHeight }, isDone);
  };
  const clear = () => {
    touch = null;
    select(0, 0, false);
  };

  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    // A second finger ends the selection.
    if (event.isPrimary) touch = { pointerId: event.pointerId, left: leftOf(event) };
    else clear();
  });
  over.addEventListener("pointermove", (event) => {
    if (touch?.pointerId !== event.pointerId) return;
    const left = leftOf(event);
    chart.setCursor({ left, top: 1 });
    if (Math.abs(left - touch.left) >= DRAG_PX_MIN) select(touch.left, left, false);
  });
  over.addEventListener("pointerup", (event) => {
    if (touch?.pointerId !== event.pointerId) return;
    const { left: from } = touch;
    const to = leftOf(event);
    touch = null;
    if (Math.abs(to - from) < DRAG_PX_MIN) clear();
    else select(from, to, true);
  });
  // The browser scrolls the page instead.
  over.addEventListener("pointercancel", clear);
}
