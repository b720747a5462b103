import { formatInstant, HOUR_MS, parseInstant } from "../../domain/instant.ts";
import {
  INTERVAL_CROSSINGS_PER_SECOND_MAX,
  READING_CROSSINGS_MAX,
  READING_SPAN_MS_MAX,
} from "../../domain/limits.ts";
import { instantsOf } from "../../domain/local-time.ts";
import type {
  IntervalReading,
  Reading,
  ReadingTime,
  RefusedReading,
  TimedReading,
  TotalReading,
} from "../../domain/reading.ts";
import {
  type AcceptedTimes,
  isSerialNumber,
  REPORT_PROBLEMS,
  timeProblem,
} from "../../domain/sensor-report.ts";

export interface ReadingChecks {
  readonly times: AcceptedTimes;
  /** The zone of a sensor's local times; null if none is set for it. Without it, no sensor has one. */
  readonly timeZoneOf?: (serialNumber: string) => string | null;
  /** The longest interval, in ms; by default that of one that a device sends. */
  readonly spanMax?: number;
}

/** A field of a reading that has a problem, and how it continues. */
class FieldProblem extends Error {}

/** Checks a reading by itself (D31): its numbers and its times. What it means is decided with the line's others. */
export function acceptReading(
  reading: Exclude<Reading, { readonly kind: "alive" }>,
  checks: ReadingChecks,
): TimedReading | RefusedReading {
  const { serialNumber } = reading;
  if (!isSerialNumber(serialNumber)) return { serialNumber: null, reason: REPORT_PROBLEMS["no-sensor"] };
  try {
    return reading.kind === "total" ? checkTotal(reading, checks) : checkInterval(reading, checks);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    return { serialNumber, reason: error.message };
  }
}

function checkTotal(reading: TotalReading, checks: ReadingChecks): TimedReading {
  const { serialNumber, inTotal, outTotal, width, isBoot, isUndirected } = reading;
  const at = instantOf("at", reading, reading.at, checks);
  requireCount("in_total", inTotal);
  requireCount("out_total", outTotal);
  if (inTotal === null && outTotal === null) throw new FieldProblem("in_total or out_total is required");
  const timeZone = zoneUsed(reading, reading.at, checks);
  return { kind: "total", serialNumber, at, inTotal, outTotal, width, isBoot, isUndirected, timeZone };
}

function checkInterval(reading: IntervalReading, checks: ReadingChecks): TimedReading {
  const { in: entered, out: left, coverage } = reading;
  const { spanMax = READING_SPAN_MS_MAX } = checks;
  const from = instantOf("from", reading, reading.from, checks);
  const to = instantOf("to", reading, reading.to, checks);
  requireCount("in", entered);
  requireCount("out", left);
  const length = to - from;
  if (length <= 0) throw new FieldProblem("to must be after from");
  if (length > spanMax) throw new FieldProblem(`the interval is longer than ${spanMax / HOUR_MS} hours`);
  if (entered === null && left === null) throw new FieldProblem("in or out is required");
  const most = Math.max(entered ?? 0, left ?? 0);
  const possible = Math.min(
    READING_CROSSINGS_MAX,
    INTERVAL_CROSSINGS_PER_SECOND_MAX * Math.ceil(length / 1_000),
  );
  if (most > possible) throw new FieldProblem(`${most} crossings in ${length / 1_000} s are impossible`);
  if (coverage !== null && !(coverage >= 0 && coverage <= 1))
    throw new FieldProblem("coverage must be a number from 0 to 1");
  return { ...reading, from, to, timeZone: zoneUsed(reading, reading.from, checks) };
}

function instantOf(
  name: string,
  reading: Pick<Reading, "serialNumber">,
  time: ReadingTime,
  checks: ReadingChecks,
): number {
  const instant =
    typeof time === "number" ? time : localInstant(name, time.local, zoneUsed(reading, time, checks));
  if (!Number.isSafeInteger(instant))
    throw new FieldProblem(`${name} must be a time such as 2024-05-06T07:08:09Z`);
  const problem = timeProblem(instant, checks.times);
  if (problem !== null)
    throw new FieldProblem(`${name}: ${REPORT_PROBLEMS[problem]} (${formatInstant(instant)})`);
  return instant;
}

/** The zone that a time has been read in; null if it is an instant. */
function zoneUsed(
  { serialNumber }: Pick<Reading, "serialNumber">,
  time: ReadingTime,
  { timeZoneOf }: ReadingChecks,
): string | null {
  return typeof time === "number" ? null : (timeZoneOf?.(serialNumber) ?? null);
}

function localInstant(name: string, local: string, timeZone: string | null): number {
  if (timeZone === null)
    throw new FieldProblem(
      `${name} is a local time without an offset, and the sensor has no time zone set (${local})`,
    );
  const [first, second] = instantsOf(parseInstant(local, name), timeZone);
  if (first === undefined)
    throw new FieldProblem(`${name} is a local time that ${timeZone} does not have (${local})`);
  if (second !== undefined)
    throw new FieldProblem(`${name} is a local time that occurs twice in ${timeZone} (${local})`);
  return first;
}

function requireCount(name: string, count: number | null): void {
  if (count !== null && !(Number.isSafeInteger(count) && count >= 0))
    throw new FieldProblem(`${name} must be a whole number from 0 to 2^53 - 1`);
}
