import type { Reached } from "./extremes.ts";

/** The samples of one space over a range, one element an interval with measured time (D12). */
export interface Samples {
  readonly length: number;
  /** The interval's start and end (exclusive), in ms. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** N at the first measured instant, in people. */
  readonly counts: Int32Array;
  readonly mins: Int32Array;
  readonly maxs: Int32Array;
  readonly entrances: Int32Array;
  readonly exits: Int32Array;
  /** The time-weighted mean of the count over the measured time. */
  readonly averages: Float64Array;
  /** Measured time in ms. */
  readonly measured: Float64Array;
}

/** What the samples' range amounts to as a whole (D13). */
export interface Totals {
  readonly entrances: number;
  readonly exits: number;
  /** Measured time in ms. */
  readonly measured: number;
  /** The time-weighted mean of the count over the measured time; null without any. */
  readonly averageCount: number | null;
  readonly min: Reached | null;
  readonly max: Reached | null;
  /** Measured time in ms during which the count stood in each band of the target capacity. */
  readonly bands: readonly number[];
}

/** Samples that are still to come, with room for so many. */
export function roomForSamples(length: number): { -readonly [K in keyof Samples]: Samples[K] } {
  return {
    length: 0,
    starts: new Float64Array(length),
    ends: new Float64Array(length),
    counts: new Int32Array(length),
    mins: new Int32Array(length),
    maxs: new Int32Array(length),
    entrances: new Int32Array(length),
    exits: new Int32Array(length),
    averages: new Float64Array(length),
    measured: new Float64Array(length),
  };
}
