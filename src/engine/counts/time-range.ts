import { invalid } from "../../domain/errors.ts";

/** A half-open stretch of time, in ms; empty where `start` is not before `end`. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a requested range that lies in the past: answers never see the future (D3).
 *
 * @throws HeadcountError `invalid` where the range ends before it starts
 */
export function clipToPast(start: number, end: number, now: number): TimeRange {
  if (start > end) throw invalid("start_time", "start_time is after end_time");
  return { start, end: Math.max(start, Math.min(end, now)) };
}

/**
 * An instant that must not lie in the future (D3).
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function requirePast(instant: number, now: number, path: string): number {
  if (instant > now) throw invalid(path, "this time has not come yet");
  return instant;
}
