import { useMemo } from "react";
import { formatAverage } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { Limit, Overlays } from "./chart-overlays.ts";
import type { SpaceData } from "./use-space-data.ts";

/** The legend of the marks in the charts. */
export function ChartLegend({ overlays, data }: { readonly overlays: Overlays; readonly data: SpaceData }) {
  const { samples, previous } = data;
  const entries = useMemo(() => {
    const highest = [...samples, ...previous].reduce((most, { max }) => Math.max(most, max), 0);
    return legendOf(overlays, highest);
  }, [overlays, samples, previous]);
  if (entries.length === 0) return null;
  return (
    <ul className="row small soft space-legend" aria-label="Legend">
      {entries.map(({ mark, label }) => (
        <li key={mark} className="row gap-2">
          <span className="space-legend-mark" style={MARKS[mark]} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The looks of the marks: lines as in the charts, and areas. */
const MARKS = {
  safe: { height: 0, borderTop: "2px solid var(--over)" },
  capacity: { height: 0, borderTop: "2px dashed var(--ink-soft)" },
  target: { height: 0, borderTop: "2px dashed var(--full)" },
  breach: {
    borderTop: "3px solid var(--over)",
    background: "color-mix(in oklab, var(--over) 14%, transparent)",
  },
  "daily reset": { width: 0, borderLeft: "2px dotted var(--ink-soft)" },
  reset: { width: 0, borderLeft: "2px dashed var(--ink)" },
  in: { width: 0, borderLeft: "2px solid var(--entrance)" },
  out: { width: 0, borderLeft: "2px solid var(--exit)" },
  now: { width: 0, borderLeft: "2px solid var(--ink)" },
  gap: { background: "repeating-linear-gradient(135deg, var(--line-strong) 0 1px, transparent 1px 5px)" },
};

/** A mark of the charts and its label. */
interface LegendEntry {
  readonly mark: keyof typeof MARKS;
  readonly label: string;
}

/** The labels of the marks in the charts. The readout has those of the lines and bars. */
export function legendOf(overlays: Overlays, highest: number): readonly LegendEntry[] {
  const { limits, breaches, dailyResets, resets, events, gaps, now } = overlays;
  const entries: (LegendEntry | false)[] = [
    ...limits.map(({ kind, label, value }) => ({
      mark: kind,
      label: isVisible(value, highest) ? label : `${label}, above the chart`,
    })),
    breaches.length > 0 && { mark: "breach", label: "Above the safe limit" },
    dailyResets.length > 0 && { mark: "daily reset", label: "Daily reset to 0" },
    resets.length > 0 && { mark: "reset", label: "Explicit reset" },
    events.some(({ direction }) => direction === 1) && { mark: "in", label: "Entrance" },
    events.some(({ direction }) => direction === -1) && { mark: "out", label: "Exit" },
    now !== null && { mark: "now", label: "Now" },
    gaps.length > 0 && { mark: "gap", label: "Not counted" },
  ];
  return entries.filter((entry) => entry !== false);
}

/** Whether the chart shows a limit. A limit far above the counts would flatten the line. @param highest count */
export function isVisible(limit: number, highest: number): boolean {
  return limit <= Math.max(4, highest) * 2;
}

/** The limits of a space that are set. */
export function limitsOf(space: Space): readonly Limit[] {
  const limits = [
    { kind: "safe", label: "Safe limit", value: safeLimitOf(space) },
    { kind: "capacity", label: "Capacity", value: space.capacity },
    { kind: "target", label: "Target", value: space.target_capacity },
  ] as const;
  return limits.flatMap(({ kind, label, value }) =>
    value === null || value === 0 ? [] : [{ kind, label: `${label} ${formatAverage(value)}`, value }],
  );
}
