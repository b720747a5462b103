import { must } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { toLocal } from "../../domain/local-time.ts";
import type { AliveReading, Reading, RefusedReading, TimedReading } from "../../domain/reading.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import type { AcceptedTimes } from "../../domain/sensor-report.ts";
import type { StoredReading } from "../ports.ts";
import { acceptReading } from "./accepted-reading.ts";

/** The columns of a reading as it came. */
export function storedAs(reading: TimedReading) {
  const { kind, isUndirected, timeZone } = reading;
  const fixed = { kind, isUndirected, timeZone };
  if (kind === "interval") {
    const { from, to, in: entered, out, coverage } = reading;
    return { ...fixed, from, to, in: entered, out, coverage, width: null, isBoot: false };
  }
  const { at, inTotal, outTotal, width, isBoot } = reading;
  return { ...fixed, from: at, to: null, in: inTotal, out: outTotal, coverage: null, width, isBoot };
}

/** A stored reading as it came. */
export function timedReading({ serialNumber }: Sensor, reading: StoredReading): TimedReading {
  const { kind, from, to, in: entered, out, coverage, width, isBoot, isUndirected, timeZone } = reading;
  const at = must(from, "time of a reading");
  if (kind === "interval" && to !== null)
    return { kind, serialNumber, from: at, to, in: entered, out, coverage, isUndirected, timeZone };
  const totals = { inTotal: entered, outTotal: out, width, isBoot, isUndirected };
  return { kind: "total", serialNumber, at, ...totals, timeZone };
}

/** When a reading begins, in ms. */
export function startOf(reading: TimedReading): number {
  return reading.kind === "total" ? reading.at : reading.from;
}

/** A reading whose local times are read in the zone that the settings have now; it may have none of these times. */
export function readAgain(
  reading: TimedReading,
  { timeZone }: CountingSettings,
  times: AcceptedTimes,
): TimedReading | RefusedReading {
  const { timeZone: before } = reading;
  if (before === null || timeZone === null || timeZone === before) return reading;
  const localOf = (instant: number) => ({ local: formatInstant(toLocal(instant, before)).slice(0, -1) });
  const given: Exclude<Reading, AliveReading> =
    reading.kind === "total"
      ? { ...reading, at: localOf(reading.at) }
      : { ...reading, from: localOf(reading.from), to: localOf(reading.to) };
  return acceptReading(given, { times, timeZoneOf: () => timeZone });
}
