import type { Overlays } from "./chart-overlays.ts";
import { isInSight } from "./limits.ts";

/** A mark of the charts: how it looks, and what it means. */
export interface LegendEntry {
  readonly mark: LegendMark;
  readonly words: string;
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

/** What every mark in the charts means that is there, besides the lines and bars, which the readout names. */
export function legendOf(overlays: Overlays, highest: number): readonly LegendEntry[] {
  const { limits, breaches, dailyResets, resets, events, gaps, now } = overlays;
  const entries: (LegendEntry | false)[] = [
    ...limits.map(({ kind, label, value }) => ({
      mark: kind,
      words: isInSight(value, highest) ? label : `${label}, above the chart`,
    })),
    breaches.length > 0 && { mark: "breach", words: "Above the safe limit" },
    dailyResets.length > 0 && { mark: "daily-reset", words: "Daily reset to 0" },
    resets.length > 0 && { mark: "reset", words: "Count set by hand" },
    events.some(({ direction }) => direction === 1) && { mark: "in", words: "One entrance" },
    events.some(({ direction }) => direction === -1) && { mark: "out", words: "One exit" },
    now !== null && { mark: "now", words: "Now" },
    gaps.length > 0 && { mark: "gap", words: "Not counted" },
  ];
  return entries.filter((entry) => entry !== false);
}
