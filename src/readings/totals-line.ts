import type { ReadingResult, TotalReading } from "../domain/reading.ts";
import type { CountingSettings } from "../domain/resources.ts";
import { type Marks, withMark } from "./marks.ts";
import type { Passages } from "./spread.ts";

export type Direction = keyof Passages;

/** Running totals at a time, in ms; null for a direction that the device does not count. */
export interface Totals {
  readonly at: number;
  readonly in: number | null;
  readonly out: number | null;
}

export type ArrivedTotals = Totals & Pick<TotalReading, "isUndirected" | "width" | "isBoot">;

/** The settings of a line that decide what its totals mean (D31, D32). */
export interface TotalsRules extends Pick<CountingSettings, "cap" | "width" | "isReversed" | "direction"> {
  /** Whether lines are suspended that fall or alternate: not those of which an operator has decided. */
  readonly suspends: boolean;
  /** The last instant in [from, to) at which the totals are set to 0, in ms; null without a setting that says so. */
  readonly lastReset: ((from: number, to: number) => number | null) | null;
}

/** Crossings per second and line at most, unless a sensor has another setting. */
export const CAP_DEFAULT = 1;

/** Why a line makes no events until an operator decides (D31). */
export type Suspension = "falls" | "two-devices" | "no-reset" | "undirected";

/**
 * What is known of a line of totals: with it and the next reading, its result is decided. Each direction has a mark of
 * its own, since some devices send the two in separate messages.
 */
export interface TotalsLine {
  /** The last totals by time, the earliest first: the last one is the high-water mark. */
  readonly in: Marks;
  readonly out: Marks;
  /** The times of the last readings that were `backwards`, in a row. */
  readonly backwards: readonly number[];
  readonly suspended: SuspendedLine | null;
  /** The time of the first totals that arrived, in ms: older ones are history. Null without any. */
  readonly first: number | null;
  /** The time of the earliest totals, in ms; null without any. */
  readonly earliest: number | null;
  /** The last reset that is known of (a restart, the setting) with which totals began at 0, in ms; null without any. */
  readonly begun: { readonly at: number } | null;
  /** The last resets at a set time, in a row, at which the totals did not fall, in ms. */
  readonly unfallen: readonly number[];
  /** The highest total that the width of the counter cannot hold; 0 without any. */
  readonly overWidth: number;
}

/** A line that makes no events, and the time of the first reading that shows why, in ms. */
export interface SuspendedLine {
  readonly reason: Suspension;
  readonly since: number;
}

export const NEW_LINE: TotalsLine = {
  in: [],
  out: [],
  backwards: [],
  suspended: null,
  first: null,
  earliest: null,
  begun: null,
  unfallen: [],
  overWidth: 0,
};

/** Readings `backwards` in a row after which a line is suspended. */
export const BACKWARDS_MAX = 3;

/** Why a register makes no events that does not say its direction. */
export const UNDIRECTED =
  "the line is suspended: the device does not say which direction this counts; the setting `direction` of the sensor does";

export const SUSPENDED: Readonly<Record<Suspension, string>> = {
  falls:
    "the line is suspended: its totals fell three times in a row; a device that counts down, or is mounted the other way " +
    "round, has the setting `reverse`",
  "two-devices":
    "the line is suspended: its totals alternate between two rising series; two devices seem to send with one serial " +
    "number",
  "no-reset":
    "the line is suspended: its totals did not fall at three resets in a row; the setting `resets_at` seems wrong",
  undirected: UNDIRECTED,
};

const NONE: readonly never[] = [];

/**
 * The line after totals that are not older than its last ones of a direction, as far as it follows from what has become
 * of them.
 */
export function lineAfterTotals(line: TotalsLine, totals: Totals, result: ReadingResult): TotalsLine {
  const { at } = totals;
  return {
    in: withMark(line.in, at, totals.in),
    out: withMark(line.out, at, totals.out),
    backwards: result === "backwards" ? [...line.backwards, at].slice(-BACKWARDS_MAX) : NONE,
    suspended: line.suspended,
    first: line.first ?? at,
    earliest: line.earliest === null ? at : Math.min(line.earliest, at),
    begun: line.begun,
    unfallen: line.unfallen,
    overWidth: line.overWidth,
  };
}

export function isDerivable(before: TotalsLine, after: TotalsLine): boolean {
  return (
    after.suspended === before.suspended &&
    after.begun === before.begun &&
    after.unfallen === before.unfallen &&
    after.overWidth === before.overWidth
  );
}
