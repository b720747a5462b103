import { useMemo } from "react";
import { formatAverage } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { Limit, Overlays } from "./chart-overlays.ts";
import type { Sample } from "./samples.ts";

/** The legend of the marks in the charts. */
export function ChartLegend(props: {
  readonly overlays: Overlays;
  readonly samples: readonly Sample[];
  readonly previous: readonly Sample[];
}) {
  const { overlays, samples, previous } = props;
  const entries = useMemo(() => {
    const highest = [...samples, ...previous].reduce((most, { max }) => Math.max(most, max), 0);
    return legendOf(overlays, highest);
  }, [overlays, samples, previous]);
  if (entries.length === 0) return null;
  return (
    <ul className="space-legend" aria-label="Legend">
      {entries.map(({ mark, label }) => (
        <li key={mark}>
          <span className={`space-legend-mark space-legend-${mark}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** A mark of the charts and its label. */
interface LegendEntry {
  readonly mark: LegendMark;
  readonly label: string;
}
type LegendMark =
  | "safe"
  | "capacity"
  | "target"
  | "breach"
  | "daily-reset"
  | "reset"
  | "in"
  | "out"
  | "now"
  | "gap";

/** The labels of the marks in the charts. The readout has those of the lines and bars. */
export function legendOf(overlays: Overlays, highest: number): readonly LegendEntry[] {
  const { limits, breaches, dailyResets, resets, events, gaps, now } = overlays;
  const entries: (LegendEntry | false)[] = [
    ...limits.map(({ kind, label, value }) => ({
      mark: kind,
      label: isVisible(value, highest) ? label : `${label}, above the chart`,
    })),
    breaches.length > 0 && { mark: "breach", label: "Above the safe limit" },
    dailyResets.length > 0 && { mark: "daily-reset", label: "Daily reset to 0" },
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
