/*
 * What the model and the kernel are asked about, as plain JSON data, so that a counterexample can be kept
 * as a file. Instants are ms since the Unix epoch. Nothing here or beside it may come from src: the model
 * is written from docs/rules.md alone.
 */

export interface ScenarioEvent {
  readonly instant: number;
  readonly direction: 1 | -1;
}

interface ScenarioReset {
  readonly instant: number;
  readonly count: number;
}

/** A daily reset over a half-open span of time: a `from` of null reaches back, a `to` of null is open (D8). */
export interface ScenarioSchedule {
  readonly from: number | null;
  readonly to: number | null;
  readonly timeZone: string;
  /** Local `HH:MM`, or null for none. */
  readonly dailyReset: string | null;
}

export interface ScenarioInterval {
  readonly unit: "millisecond" | "day" | "month";
  readonly amount: number;
}

export const DAY_NAMES = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
export type DayName = (typeof DAY_NAMES)[number];

export interface ScenarioSegment {
  /** `HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  readonly days: readonly DayName[];
}

type ScenarioMode = "SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL";

/** What changes a space's count. Events and resets each stand in the order of their ids. */
export interface ScenarioHistory {
  readonly schedules: readonly ScenarioSchedule[];
  readonly resets: readonly ScenarioReset[];
  readonly events: readonly ScenarioEvent[];
}

/** One space with its history, and one question about it: the range [start, end), with `end` at most `now`. */
export interface Scenario extends ScenarioHistory {
  readonly timeZone: string;
  readonly capacity: number | null;
  readonly targetCapacity: number | null;
  readonly safeCapacity: number | null;
  readonly safeThresholdMode: ScenarioMode | null;
  readonly safeThresholdValue: number | null;
  readonly start: number;
  readonly end: number;
  readonly now: number;
  readonly interval: ScenarioInterval;
  /** Null measures all time, an empty list none (D14). */
  readonly segments: readonly ScenarioSegment[] | null;
}
