import type { TimedReading } from "../../src/domain/reading.ts";
import { at } from "./store-reports.ts";

type TimedTotals = Extract<TimedReading, { readonly kind: "total" }>;
type TimedInterval = Extract<TimedReading, { readonly kind: "interval" }>;

/** Totals of a sensor at a time of 6 May 2024; by default of sensor `a`, with nothing that went out. */
export function totalAt(time: string, inTotal: number, more: Partial<TimedTotals> = {}): TimedTotals {
  return {
    kind: "total",
    serialNumber: "a",
    at: at(time),
    inTotal,
    outTotal: 0,
    width: null,
    isBoot: false,
    isUndirected: false,
    timeZone: null,
    ...more,
  };
}

/** What passed a sensor in the hour from a time of 6 May 2024 on; by default in through sensor `i`. */
export function hourFrom(time: string, entered: number, more: Partial<TimedInterval> = {}): TimedInterval {
  const from = at(time);
  return {
    kind: "interval",
    serialNumber: "i",
    from,
    to: from + 3_600_000,
    in: entered,
    out: 0,
    coverage: null,
    isUndirected: false,
    timeZone: null,
    ...more,
  };
}
