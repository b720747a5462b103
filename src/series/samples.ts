import type { Reached } from "./extremes.ts";

/** The samples of one space over a range, one element per interval with measured time (D12). */
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
  /** The buffer of all columns: the averages, then the others. */
  readonly memory: Uint8Array;
}

/** The totals of the samples' range (D13). */
export interface Totals {
  readonly entrances: number;
  readonly exits: number;
  /** Measured time in ms. */
  readonly measured: number;
  /** The time-weighted mean of the count over the measured time; null without any. */
  readonly averageCount: number | null;
  readonly min: Reached | null;
  readonly max: Reached | null;
  /** Measured time in ms during which the count was in each band of the target capacity. */
  readonly bands: readonly number[];
}

/** Number of columns of each kind in `Samples`. */
const WIDE_COLUMNS = 4;
const NARROW_COLUMNS = 5;

/** Allocates the columns of samples in one buffer, since an allocation per column is slow. */
export function allocateSamples(length: number): { -readonly [K in keyof Samples]: Samples[K] } {
  const wideBytes = length * Float64Array.BYTES_PER_ELEMENT;
  const narrowBytes = length * Int32Array.BYTES_PER_ELEMENT;
  const room = new ArrayBuffer(WIDE_COLUMNS * wideBytes + NARROW_COLUMNS * narrowBytes);
  const wide = (column: number) => new Float64Array(room, column * wideBytes, length);
  const narrow = (column: number) =>
    new Int32Array(room, WIDE_COLUMNS * wideBytes + column * narrowBytes, length);
  return {
    length: 0,
    memory: new Uint8Array(room),
    averages: wide(0),
    starts: wide(1),
    ends: wide(2),
    measured: wide(3),
    counts: narrow(0),
    mins: narrow(1),
    maxs: narrow(2),
    entrances: narrow(3),
    exits: narrow(4),
  };
}
