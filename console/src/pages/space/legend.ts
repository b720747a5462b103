import type { Overlays } from "./chart-overlays.ts";
import { isVisible } from "./limits.ts";

/** A mark of the charts and its label. */
export interface LegendEntry {
  readonly mark: LegendMark;
  readonly label: string;
}
export type LegendMark =
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
