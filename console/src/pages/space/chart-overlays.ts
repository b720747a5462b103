import UPlot from "uplot";
import { type ChartColors, chartFont, faded } from "../../charts/uplot-chart.tsx";
import { formatCount } from "../../format.ts";
import type { TimeRange } from "../../ranges.ts";

/** A limit of the count. */
export interface Limit {
  readonly kind: "safe" | "capacity" | "target";
  readonly label: string;
  readonly value: number;
}

/** A reset; its time in ms. */
export interface ResetMark {
  readonly time: number;
  readonly count: number;
}

/** The marks in the charts besides the lines. */
export interface Overlays {
  readonly limits: readonly Limit[];
  /** When the space was unsafe. */
  readonly breaches: readonly TimeRange[];
  readonly dailyResets: readonly ResetMark[];
  readonly resets: readonly ResetMark[];
  readonly events: readonly EventMark[];
  /** When nothing was counted, until now. */
  readonly gaps: readonly TimeRange[];
  /** In ms; null if the range does not include it. */
  readonly now: number | null;
}

/** A single event, with the count after it if known. */
export interface EventMark {
  /** In ms. */
  readonly time: number;
  readonly direction: 1 | -1;
  readonly countAfter: number | null;
}

/** The height of the strip with the marks of events below 0, as a share of the height above 0. */
export const EVENT_STRIP = 0.14;

const LABEL_LINE_PX = 16;
const BREACH_STRIPE_PX = 4;

const HATCH_PX = 8;

/** Where the marks are drawn. */
interface Canvas {
  readonly chart: UPlot;
  readonly pen: CanvasRenderingContext2D;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  readonly colors: ChartColors;
}

/** Draws gaps, breaches and daily resets behind the lines. */
export function drawUnderlays(chart: UPlot, overlays: Overlays, colors: ChartColors): void {
  const { breaches, dailyResets, gaps } = overlays;
  drawClipped(chart, colors, (canvas) => {
    const { pen, ratio } = canvas;
    const { top, height } = chart.bbox;
    for (const gap of gaps) drawGap(canvas, gap);
    for (const { start, end } of breaches) {
      const left = chart.valToPos(start, "x", true);
      const width = Math.max(ratio, chart.valToPos(end, "x", true) - left);
      pen.fillStyle = faded(colors.over, 0.14);
      pen.fillRect(left, top, width, height);
      pen.fillStyle = colors.over;
      pen.fillRect(left, top, width, BREACH_STRIPE_PX * ratio);
    }
    setLine(canvas, faded(colors["ink-soft"], 0.55), 1, [2, 4]);
    for (const { time } of dailyResets) verticalLine(chart, pen, time);
  });
}

/** Draws limits, resets, events and the current time in front of the lines. */
export function drawOverlays(chart: UPlot, overlays: Overlays, colors: ChartColors): void {
  drawClipped(chart, colors, (canvas) => {
    for (const draw of [drawEvents, drawNow, drawResets, drawLimits]) draw(canvas, overlays);
  });
}

/** Hatches a time in which nothing was counted. */
function drawGap(canvas: Canvas, { start, end }: TimeRange): void {
  const { chart, pen, ratio, colors } = canvas;
  const { top, height } = chart.bbox;
  const left = chart.valToPos(start, "x", true);
  const right = chart.valToPos(end, "x", true);
  pen.save();
  pen.beginPath();
  pen.rect(left, top, right - left, height);
  pen.clip();
  setLine(canvas, colors["line-strong"], 1);
  pen.beginPath();
  // The hatch starts at the edge of the chart, so that it does not move when the gap grows.
  for (let x = chart.bbox.left - height; x < right; x += HATCH_PX * ratio) {
    if (x + height < left) continue;
    pen.moveTo(x, top + height);
    pen.lineTo(x + height, top);
  }
  pen.stroke();
  pen.restore();
}

/** Draws a vertical line with a triangle at the top. */
function drawNow(canvas: Canvas, { now }: Overlays): void {
  if (now === null) return;
  const { chart, pen, ratio, colors } = canvas;
  setLine(canvas, colors.ink, 1);
  pen.fillStyle = colors.ink;
  verticalLine(chart, pen, now);
  const x = Math.round(chart.valToPos(now, "x", true)) + 0.5;
  pen.beginPath();
  pen.moveTo(x - 4 * ratio, chart.bbox.top);
  pen.lineTo(x + 4 * ratio, chart.bbox.top);
  pen.lineTo(x, chart.bbox.top + 6 * ratio);
  pen.fill();
}

function drawLimits(canvas: Canvas, { limits }: Overlays): void {
  const { chart, pen, ratio, colors } = canvas;
  const stroke = { safe: colors.over, capacity: colors["ink-soft"], target: colors.full };
  const right = chart.bbox.left + chart.bbox.width - 6 * ratio;
  let above = { y: Number.NEGATIVE_INFINITY, left: right };
  for (const { kind, label, value } of [...limits].sort((a, b) => b.value - a.value)) {
    if (value > (chart.scales.y?.max ?? 0)) continue;
    const y = Math.round(chart.valToPos(value, "y", true));
    setLine(canvas, stroke[kind], 1.25, kind === "safe" ? [] : [6, 4]);
    pen.beginPath();
    pen.moveTo(chart.bbox.left, y);
    pen.lineTo(chart.bbox.left + chart.bbox.width, y);
    pen.stroke();
    // Beside the label of a line close above.
    const labelRight = y - above.y < LABEL_LINE_PX * ratio ? above.left - 10 * ratio : right;
    const width = writeLabel(canvas, { label, right: labelRight, y, ink: stroke[kind] });
    above = { y, left: labelRight - width };
  }
}

function drawResets(canvas: Canvas, { resets }: Overlays): void {
  const { chart, pen, ratio, colors } = canvas;
  for (const { time, count } of resets) {
    setLine(canvas, colors.ink, 1.25, [2, 2]);
    verticalLine(chart, pen, time);
    const x = chart.valToPos(time, "x", true);
    const isRightHalf = x > chart.bbox.left + chart.bbox.width / 2;
    const top = chart.bbox.top + LABEL_LINE_PX * ratio;
    const label = `Set to ${formatCount(count)}`;
    pen.font = chartFont(ratio);
    const width = pen.measureText(label).width;
    const right = isRightHalf ? x - 5 * ratio : x + 5 * ratio + width;
    writeLabel(canvas, { label, right, y: top, ink: colors.ink });
  }
}

/** Draws events in the strip below 0: entrances in its upper half, exits in its lower half. */
function drawEvents(canvas: Canvas, { events }: Overlays): void {
  const { chart, pen, ratio, colors } = canvas;
  if (events.length === 0) return;
  const ground = chart.valToPos(0, "y", true);
  const bottom = chart.bbox.top + chart.bbox.height;
  const middle = (ground + bottom) / 2 + ratio;
  for (const direction of [1, -1] as const) {
    setLine(canvas, direction === 1 ? colors.entrance : colors.exit, 1.5);
    pen.beginPath();
    for (const event of events) {
      if (event.direction !== direction) continue;
      const x = Math.round(chart.valToPos(event.time, "x", true));
      pen.moveTo(x, middle - direction * ratio);
      pen.lineTo(x, direction === 1 ? ground + 3 * ratio : bottom - ratio);
    }
    pen.stroke();
  }
}

/** Sets the look of lines. @param width in CSS pixels, as the lengths of the dashes */
function setLine({ pen, ratio }: Canvas, color: string, width: number, dashes: number[] = []): void {
  pen.strokeStyle = color;
  pen.lineWidth = width * ratio;
  pen.setLineDash(dashes.map((length) => length * ratio));
}

function verticalLine(chart: UPlot, pen: CanvasRenderingContext2D, time: number): void {
  const x = Math.round(chart.valToPos(time, "x", true)) + 0.5;
  pen.beginPath();
  pen.moveTo(x, chart.bbox.top);
  pen.lineTo(x, chart.bbox.top + chart.bbox.height);
  pen.stroke();
}

/** Writes a label above a line, with an outline in the colour of the surface. @returns its width */
function writeLabel(
  canvas: Canvas,
  text: { readonly label: string; readonly right: number; readonly y: number; readonly ink: string },
): number {
  const { pen, ratio, colors } = canvas;
  const { label, right, y, ink } = text;
  pen.font = chartFont(ratio);
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  const { width } = pen.measureText(label);
  pen.lineJoin = "round";
  setLine(canvas, colors.surface, 4);
  pen.strokeText(label, right, y - 2 * ratio);
  pen.fillStyle = ink;
  pen.fillText(label, right, y - 2 * ratio);
  return width;
}

/** Draws within the area of the lines, and restores the state of the canvas. */
function drawClipped(chart: UPlot, colors: ChartColors, draw: (canvas: Canvas) => void): void {
  const { ctx: pen, bbox } = chart;
  pen.save();
  pen.beginPath();
  pen.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  pen.clip();
  draw({ chart, pen, ratio: UPlot.pxRatio, colors });
  pen.restore();
}
