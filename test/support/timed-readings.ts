import type { TimedReading } from "../../src/domain/reading.ts";
import { at } from "./store-reports.ts";

type TimedTotals = Extract<TimedReading, { readonly kind: "total" }>;
type TimedInterval = Extract<TimedReading, { readonly kind: "interval" }>;

/** Without the zone of times that have no offset. */
type Totals = Omit<TimedTotals, "timeZone">;
type Interval = Omit<TimedInterval, "timeZone">;

const HOUR_MS = 3_600_000;

/** Totals at an instant in ms; by default of sensor `a`, with nothing that went out. */
export function totalOf(at: number, inTotal: number | null, more: Partial<Totals> = {}): Totals {
  const usual = { outTotal: 0, width: null, isBoot: false, isUndirected: false };
  return { kind: "total", serialNumber: "a", at, inTotal, ...usual, ...more };
}

/** What passed a sensor in the hour from an instant in ms on; by default in through sensor `i`. */
export function hourOf(from: number, entered: number, more: Partial<Interval> = {}): Interval {
  const usual = { in: entered, out: 0, coverage: null, isUndirected: false };
  return { kind: "interval", serialNumber: "i", from, to: from + HOUR_MS, ...usual, ...more };
}

/** Totals of a sensor at a time of 6 May 2024, as {@link totalOf} makes them. */
export function totalAt(time: string, inTotal: number, more: Partial<TimedTotals> = {}): TimedTotals {
  return { ...totalOf(at(time), inTotal), timeZone: null, ...more };
}

/** What passed a sensor in the hour from a time of 6 May 2024 on, as {@link hourOf} makes it. */
export function hourFrom(time: string, entered: number, more: Partial<TimedInterval> = {}): TimedInterval {
  return { ...hourOf(at(time), entered), timeZone: null, ...more };
}
