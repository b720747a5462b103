import { invalid } from "../../domain/errors.ts";

/** A half-open time range, in ms; empty unless `start` is before `end`. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Clips a range to the past: responses never include the future (D3).
 *
 * @throws HeadcountError `invalid` if the range ends before it starts
 */
export function clipToPast(start: number, end: number, now: number): TimeRange {
  if (start > end) throw invalid("start_time", "start_time is after end_time");
  return { start, end: Math.max(start, Math.min(end, now)) };
}

/**
 * Checks that an instant is not in the future (D3).
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function requirePast(instant: number, now: number, path: string): number {
  if (instant > now) throw invalid(path, "must not be in the future");
  return instant;
}
