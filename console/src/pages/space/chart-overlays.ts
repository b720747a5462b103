import UPlot from "uplot";
import { type ChartColors, faded } from "../../charts/chart-colors.ts";
import { chartFont } from "../../charts/chart-font.ts";
import { formatCount } from "../../format.ts";
import type { TimeRange } from "../../ranges.ts";
import type { ResetMark } from "./resets.ts";

/** A number that the count is compared with. */
export interface Limit {
  readonly kind: "safe" | "capacity" | "target";
  readonly label: string;
  readonly value: number;
}

/** What is drawn besides the lines. */
export interface Overlays {
  readonly limits: readonly Limit[];
  /** When the space was unsafe. */
  readonly breaches: readonly TimeRange[];
  readonly dailyResets: readonly ResetMark[];
  readonly resets: readonly ResetMark[];
  readonly events: readonly EventMark[];
  /** When nothing was counted, up to now. */
  readonly gaps: readonly TimeRange[];
  /** In ms; null where the range does not include it. */
  readonly now: number | null;
}

/** A single event, with the count after it where that is known. */
export interface EventMark {
  /** In ms. */
  readonly time: number;
  readonly direction: 1 | -1;
  readonly countAfter: number | null;
}

/** How much of the height above nobody the marks of events have below it. */
export const EVENT_STRIP = 0.14;

const LABEL_LINE_PX = 16;
const BREACH_STRIPE_PX = 4;

const HATCH_PX = 8;

/** Behind the lines: gaps, when the space was unsafe, and daily resets. */
export function drawUnderlays(chart: UPlot, overlays: Overlays, colors: ChartColors): void {
  const { breaches, dailyResets, gaps } = overlays;
  within(chart, (pen, ratio) => {
    const { top, height } = chart.bbox;
    for (const gap of gaps) drawGap(chart, pen, ratio, gap, colors);
    for (const { start, end } of breaches) {
      const left = chart.valToPos(start, "x", true);
      const width = Math.max(ratio, chart.valToPos(end, "x", true) - left);
      pen.fillStyle = faded(colors.over, 0.14);
      pen.fillRect(left, top, width, height);
      pen.fillStyle = colors.over;
      pen.fillRect(left, top, width, BREACH_STRIPE_PX * ratio);
    }
    pen.strokeStyle = faded(colors["ink-soft"], 0.55);
    pen.lineWidth = ratio;
    pen.setLineDash([2 * ratio, 4 * ratio]);
    for (const { time } of dailyResets) verticalLine(chart, pen, time);
  });
}

/** In front of the lines: limits, resets and single events. */
export function drawOverlays(chart: UPlot, overlays: Overlays, colors: ChartColors): void {
  within(chart, (pen, ratio) => {
    drawEvents(chart, pen, ratio, overlays, colors);
    drawNow(chart, pen, ratio, overlays, colors);
    drawResets(chart, pen, ratio, overlays, colors);
    drawLimits(chart, pen, ratio, overlays, colors);
  });
}

/** Slanted lines over a time in which nothing was counted. */
function drawGap(
  chart: UPlot,
  pen: CanvasRenderingContext2D,
  ratio: number,
  { start, end }: TimeRange,
  colors: ChartColors,
): void {
  const { top, height } = chart.bbox;
  const left = chart.valToPos(start, "x", true);
  const right = chart.valToPos(end, "x", true);
  pen.save();
  pen.beginPath();
  pen.rect(left, top, right - left, height);
  pen.clip();
  pen.strokeStyle = colors["line-strong"];
  pen.lineWidth = ratio;
  pen.setLineDash([]);
  pen.beginPath();
  // Laid from the chart's own edge, so that they stay where they are when the gap grows.
  for (let x = chart.bbox.left - height; x < right; x += HATCH_PX * ratio) {
    if (x + height < left) continue;
    pen.moveTo(x, top + height);
    pen.lineTo(x + height, top);
  }
  pen.stroke();
  pen.restore();
}

/** A line that hangs from a small triangle. */
function drawNow(
  chart: UPlot,
  pen: CanvasRenderingContext2D,
  ratio: number,
  { now }: Overlays,
  colors: ChartColors,
): void {
  if (now === null) return;
  pen.strokeStyle = colors.ink;
  pen.fillStyle = colors.ink;
  pen.lineWidth = ratio;
  pen.setLineDash([]);
  verticalLine(chart, pen, now);
  const x = Math.round(chart.valToPos(now, "x", true)) + 0.5;
  pen.beginPath();
  pen.moveTo(x - 4 * ratio, chart.bbox.top);
  pen.lineTo(x + 4 * ratio, chart.bbox.top);
  pen.lineTo(x, chart.bbox.top + 6 * ratio);
  pen.fill();
}

function drawLimits(
  chart: UPlot,
  pen: CanvasRenderingContext2D,
  ratio: number,
  { limits }: Overlays,
  colors: ChartColors,
): void {
  const stroke = { safe: colors.over, capacity: colors["ink-soft"], target: colors.full };
  const right = chart.bbox.left + chart.bbox.width - 6 * ratio;
  let above = { y: Number.NEGATIVE_INFINITY, left: right };
  for (const { kind, label, value } of [...limits].sort((a, b) => b.value - a.value)) {
    if (value > (chart.scales.y?.max ?? 0)) continue;
    const y = Math.round(chart.valToPos(value, "y", true));
    pen.strokeStyle = stroke[kind];
    pen.lineWidth = 1.25 * ratio;
    pen.setLineDash(kind === "safe" ? [] : [6 * ratio, 4 * ratio]);
    pen.beginPath();
    pen.moveTo(chart.bbox.left, y);
    pen.lineTo(chart.bbox.left + chart.bbox.width, y);
    pen.stroke();
    // Next to the label of a line close above, not over it.
    const labelRight = y - above.y < LABEL_LINE_PX * ratio ? above.left - 10 * ratio : right;
    const width = writeLabel(pen, ratio, label, labelRight, y, colors, stroke[kind]);
    above = { y, left: labelRight - width };
  }
}

function drawResets(
  chart: UPlot,
  pen: CanvasRenderingContext2D,
  ratio: number,
  { resets }: Overlays,
  colors: ChartColors,
): void {
  for (const { time, count } of resets) {
    pen.strokeStyle = colors.ink;
    pen.lineWidth = 1.25 * ratio;
    pen.setLineDash([2 * ratio, 2 * ratio]);
    verticalLine(chart, pen, time);
    const x = chart.valToPos(time, "x", true);
    const isRightHalf = x > chart.bbox.left + chart.bbox.width / 2;
    const top = chart.bbox.top + LABEL_LINE_PX * ratio;
    const label = `Set to ${formatCount(count)}`;
    pen.font = chartFont(ratio);
    const width = pen.measureText(label).width;
    writeLabel(
      pen,
      ratio,
      label,
      isRightHalf ? x - 5 * ratio : x + 5 * ratio + width,
      top,
      colors,
      colors.ink,
    );
  }
}

/** Below nobody: each entrance a tick upwards from the middle of the strip, each exit one downwards. */
function drawEvents(
  chart: UPlot,
  pen: CanvasRenderingContext2D,
  ratio: number,
  { events }: Overlays,
  colors: ChartColors,
): void {
  if (events.length === 0) return;
  const ground = chart.valToPos(0, "y", true);
  const bottom = chart.bbox.top + chart.bbox.height;
  const middle = (ground + bottom) / 2 + ratio;
  pen.setLineDash([]);
  pen.lineWidth = 1.5 * ratio;
  for (const direction of [1, -1] as const) {
    pen.strokeStyle = direction === 1 ? colors.entrance : colors.exit;
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

function verticalLine(chart: UPlot, pen: CanvasRenderingContext2D, time: number): void {
  const x = Math.round(chart.valToPos(time, "x", true)) + 0.5;
  pen.beginPath();
  pen.moveTo(x, chart.bbox.top);
  pen.lineTo(x, chart.bbox.top + chart.bbox.height);
  pen.stroke();
}

/** Writes above a line, on a ground of its own. @returns how wide it is */
function writeLabel(
  pen: CanvasRenderingContext2D,
  ratio: number,
  label: string,
  right: number,
  y: number,
  colors: ChartColors,
  ink: string,
): number {
  pen.font = chartFont(ratio);
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  const { width } = pen.measureText(label);
  pen.lineJoin = "round";
  pen.setLineDash([]);
  pen.lineWidth = 4 * ratio;
  pen.strokeStyle = colors.surface;
  pen.strokeText(label, right, y - 2 * ratio);
  pen.fillStyle = ink;
  pen.fillText(label, right, y - 2 * ratio);
  return width;
}

/** Draws nowhere but where the lines are, and leaves the pen as it was. */
function within(chart: UPlot, draw: (pen: CanvasRenderingContext2D, ratio: number) => void): void {
  const { ctx: pen, bbox } = chart;
  pen.save();
  pen.beginPath();
  pen.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  pen.clip();
  draw(pen, UPlot.pxRatio);
  pen.restore();
}
