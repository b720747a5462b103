import type { RowCursor } from "./replay.ts";
import {
  ENTRANCES,
  EXITS,
  FALL,
  fallTimeAt,
  holdsFor,
  integralAt,
  netAt,
  openingAt,
  RISE,
  ROW,
  riseTimeAt,
  spanAt,
} from "./roll-up.ts";

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
}

export function sampleIntegral({ averages, measured }: Samples, index: number): number {
  // Rounding gives the exact integer: the mean's error is far below half a unit.
  return Math.round((averages[index] as number) * (measured[index] as number));
}

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

/** The samples measured so far, and their totals (D13). */
export class SampleSums {
  readonly samples: ReturnType<typeof allocateSamples>;
  readonly bands: BandTimes;
  readonly extremes = new Extremes();
  /** The integral of the count over the measured time, in people × ms. */
  readonly countTime = new ExactSum();
  measured = 0;
  entrances = 0;
  exits = 0;

  /** @param length capacity in samples */
  constructor(length: number, bandFloors: readonly number[]) {
    this.samples = allocateSamples(length);
    this.bands = new BandTimes(bandFloors);
  }

  /** The averages and extremes are null without measured time. */
  /**
   * The totals of the range so far (D13): the measured time in ms, also by band; the time-weighted mean, the least and
   * the greatest count over it, each null without any.
   */
  get totals() {
    const { measured, entrances, exits, extremes } = this;
    return {
      entrances,
      exits,
      measured,
      averageCount: measured === 0 ? null : this.countTime.dividedBy(measured),
      min: measured === 0 ? null : extremes.min,
      max: measured === 0 ? null : extremes.max,
      bands: this.bands.times,
    };
  }

  /**
   * Adds rows that cover one interval each, as long as the count keeps its band: every row becomes a sample. All spans
   * of the level have the same length. Row `to - 1` is left, since its end may be a stop.
   *
   * @param boundary of the grid, the end of the interval that begins with the cursor's row
   * @returns the number of intervals measured; the cursor has moved past their rows
   */
  addRows(cursor: RowCursor, to: number, grid: Float64Array, boundary: number): number {
    const { rows, level, dayStart } = cursor;
    const length = level.unit;
    const { samples, extremes, countTime } = this;
    let { row, count } = cursor;
    const band = this.bands.of(count);
    const bandFloor = this.bands.floors[band] as number;
    const bandEnd = this.bands.floors[band + 1] as number;
    let end = boundary;
    let index = samples.length;
    for (; row < to - 1; row++) {
      const at = row * ROW;
      const start = dayStart + spanAt(rows, at) * length;
      const least = count - (rows[at + FALL] as number);
      const most = count + (rows[at + RISE] as number);
      if (start !== grid[end - 1] || start + length !== grid[end]) break;
      if (least < bandFloor || most >= bandEnd || !holdsFor(rows, at, count)) break;
      const intervalTime = count * length + integralAt(rows, at);
      countTime.add(intervalTime);
      samples.starts[index] = start;
      samples.ends[index] = start + length;
      samples.counts[index] = count + openingAt(rows, at);
      samples.mins[index] = least;
      samples.maxs[index] = most;
      samples.entrances[index] = rows[at + ENTRANCES] as number;
      samples.exits[index] = rows[at + EXITS] as number;
      samples.averages[index] = intervalTime / length;
      samples.measured[index] = length;
      if (least < extremes.lowest) extremes.seeLow(least, start + fallTimeAt(rows, at));
      if (most > extremes.highest) extremes.seeHigh(most, start + riseTimeAt(rows, at));
      this.entrances += rows[at + ENTRANCES] as number;
      this.exits += rows[at + EXITS] as number;
      count += netAt(rows, at);
      index++;
      end++;
    }
    const time = (end - boundary) * length;
    samples.length = index;
    this.bands.add(band, time);
    this.measured += time;
    cursor.row = row;
    cursor.count = count;
    return end - boundary;
  }

  /**
   * The hot loop over intervals with an unchanged count, up to the last that ends by `through`, except the grid's last.
   *
   * @param boundary of the grid, the end of the first of them, of which nothing has been measured
   * @returns the number of intervals
   */
  addUnchanged(count: number, grid: Float64Array, boundary: number, through: number): number {
    const { samples } = this;
    const last = grid.length - 1;
    const begin = grid[boundary - 1] as number;
    let start = begin;
    let index = samples.length;
    let end = boundary;
    for (; end < last && (grid[end] as number) <= through; end++) {
      const stop = grid[end] as number;
      samples.starts[index] = start;
      samples.ends[index] = stop;
      samples.counts[index] = count;
      samples.mins[index] = count;
      samples.maxs[index] = count;
      samples.averages[index] = count;
      samples.measured[index] = stop - start;
      start = stop;
      index++;
    }
    const elapsed = start - begin;
    samples.length = index;
    this.countTime.addProduct(count, elapsed);
    this.bands.add(this.bands.of(count), elapsed);
    this.measured += elapsed;
    return end - boundary;
  }
}

/** The totals of the samples' range (D13). */
export type Totals = SampleSums["totals"];

/** Above this, a product or sum of whole numbers in a double may be inexact. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

/** An exact sum of whole numbers of any size: a double while it is exact, then a bigint. */
export class ExactSum {
  #small = 0;
  #large = 0n;

  /** Adds a whole number of at most 2^53 in size. */
  add(value: number): void {
    const sum = this.#small + value;
    if (sum <= EXACT_MAX && sum >= -EXACT_MAX) {
      this.#small = sum;
    } else {
      this.#large += BigInt(this.#small) + BigInt(value);
      this.#small = 0;
    }
  }

  addProduct(a: number, b: number): void {
    const product = a * b;
    if (product <= EXACT_MAX && product >= -EXACT_MAX) this.add(product);
    else this.#large += BigInt(a) * BigInt(b);
  }

  /** Adds another sum and sets that to 0. */
  moveFrom(other: ExactSum): void {
    this.add(other.#small);
    other.#small = 0;
    // Adding to a bigint allocates, even for 0.
    if (other.#large === 0n) return;
    this.#large += other.#large;
    other.#large = 0n;
  }

  /** The sum divided by a whole number other than 0, rounded once if the sum fits a double. */
  dividedBy(divisor: number): number {
    if (this.#large === 0n) return this.#small / divisor;
    const total = this.#large + BigInt(this.#small);
    const quotient = total / BigInt(divisor);
    return Number(quotient) + Number(total - quotient * BigInt(divisor)) / divisor;
  }
}

/** Time that a count spent in each of several bands, in ms. */
export class BandTimes {
  /** Band i has the counts from `[i]` up to, not including, `[i + 1]`. */
  readonly floors: Float64Array;
  readonly #times = [0, 0, 0, 0];

  /** @param floors the lower bounds of all bands but the first, ascending, at most three */
  constructor(floors: readonly number[]) {
    this.floors = new Float64Array([-Infinity, ...floors, Infinity]);
  }

  get times(): number[] {
    return [...this.#times];
  }

  of(count: number): number {
    let band = 0;
    while (count >= (this.floors[band + 1] as number)) band++;
    return band;
  }

  add(band: number, elapsed: number): void {
    this.#times[band] = (this.#times[band] as number) + elapsed;
  }
}

/** A count and the instant, in ms, at which it was first reached. */
export interface Reached {
  readonly value: number;
  readonly instant: number;
}

/** The lowest and highest count of a range, with the instants at which they were first reached (D13). */
export class Extremes {
  lowest = Infinity;
  highest = -Infinity;
  #lowestInstant = 0;
  #highestInstant = 0;

  get min(): Reached {
    return { value: this.lowest, instant: this.#lowestInstant };
  }

  get max(): Reached {
    return { value: this.highest, instant: this.#highestInstant };
  }

  include(count: number, instant: number): void {
    this.seeLow(count, instant);
    this.seeHigh(count, instant);
  }

  seeLow(count: number, instant: number): void {
    if (count >= this.lowest) return;
    this.lowest = count;
    this.#lowestInstant = instant;
  }

  seeHigh(count: number, instant: number): void {
    if (count <= this.highest) return;
    this.highest = count;
    this.#highestInstant = instant;
  }
}
