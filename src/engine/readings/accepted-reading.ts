import { formatInstant, HOUR_MS } from "../../domain/instant.ts";
import {
  INTERVAL_CROSSINGS_PER_SECOND_MAX,
  READING_CROSSINGS_MAX,
  READING_SPAN_MS_MAX,
} from "../../domain/limits.ts";
import type {
  IntervalReading,
  Reading,
  ReadingTime,
  TimedReading,
  TotalReading,
} from "../../domain/reading.ts";
import {
  type AcceptedTimes,
  isSerialNumber,
  REPORT_PROBLEMS,
  timeProblem,
} from "../../domain/sensor-report.ts";

/** Totals or an interval that can be judged. */
export type AcceptedReading = TimedReading;

/** Why a reading is refused. */
export interface RefusedReading {
  readonly refused: string;
}

/**
 * Checks a reading by itself (D31): its numbers and its times. What it means is decided with the line's others.
 *
 * @param spanMax the longest interval, in ms
 */
export function acceptReading(
  reading: Exclude<Reading, { readonly kind: "alive" }>,
  times: AcceptedTimes,
  spanMax = READING_SPAN_MS_MAX,
): AcceptedReading | RefusedReading {
  const refused =
    reading.kind === "total" ? totalProblem(reading, times) : intervalProblem(reading, times, spanMax);
  return refused === null ? (reading as AcceptedReading) : { refused };
}

function totalProblem({ serialNumber, at, inTotal, outTotal }: TotalReading, times: AcceptedTimes) {
  return (
    serialProblem(serialNumber) ??
    instantProblem("at", at, times) ??
    countProblem("in_total", inTotal) ??
    countProblem("out_total", outTotal) ??
    (inTotal === null && outTotal === null ? "in_total or out_total is required" : null)
  );
}

function intervalProblem(reading: IntervalReading, times: AcceptedTimes, spanMax: number): string | null {
  const { serialNumber, from, to, in: entered, out: left, coverage } = reading;
  const problem =
    serialProblem(serialNumber) ??
    instantProblem("from", from, times) ??
    instantProblem("to", to, times) ??
    countProblem("in", entered) ??
    countProblem("out", left);
  if (problem !== null) return problem;
  const length = (to as number) - (from as number);
  if (length <= 0) return "to must be after from";
  if (length > spanMax) return `the interval is longer than ${spanMax / HOUR_MS} hours`;
  if (entered === null && left === null) return "in or out is required";
  const most = Math.max(entered ?? 0, left ?? 0);
  const possible = Math.min(
    READING_CROSSINGS_MAX,
    INTERVAL_CROSSINGS_PER_SECOND_MAX * Math.ceil(length / 1_000),
  );
  if (most > possible) return `${most} crossings in ${length / 1_000} s are impossible`;
  const isShare = coverage === null || (coverage >= 0 && coverage <= 1);
  return isShare ? null : "coverage must be a number from 0 to 1";
}

function serialProblem(serialNumber: string): string | null {
  return isSerialNumber(serialNumber) ? null : REPORT_PROBLEMS["no-sensor"];
}

function instantProblem(name: string, time: ReadingTime, times: AcceptedTimes): string | null {
  if (typeof time !== "number")
    return `${name} is a local time without an offset, and the sensor has no time zone set`;
  if (!Number.isSafeInteger(time)) return `${name} must be a time such as 2024-05-06T07:08:09Z`;
  const problem = timeProblem(time, times);
  return problem === null ? null : `${name}: ${REPORT_PROBLEMS[problem]} (${formatInstant(time)})`;
}

function countProblem(name: string, count: number | null): string | null {
  const isCount = count === null || (Number.isSafeInteger(count) && count >= 0);
  return isCount ? null : `${name} must be a whole number from 0 to 2^53 - 1`;
}
