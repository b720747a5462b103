import type { ChangeRun } from "./change-run.ts";
import { ExactSum } from "./exact-sum.ts";
import type { Meter } from "./replay.ts";
import { skipChanges } from "./replay.ts";

/** A count and the instant, in ms, at which it was first reached. */
export interface Reached {
  readonly value: number;
  readonly instant: number;
}

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

/** What to measure: the grid's boundaries, and the windows measured (null for all of it). */
export interface SampleRequest {
  readonly grid: Float64Array;
  readonly windows: Float64Array | null;
  /** The lowest counts of the bands above the first, ascending, at most three. */
  readonly bandFloors: readonly number[];
}

/** Measures samples and totals of a replayed count (D12 to D14). */
export class SampleMeter implements Meter {
  nextStop: number;
  done = false;

  readonly #grid: Float64Array;
  readonly #windows: Float64Array;
  readonly #samples: { -readonly [K in keyof Samples]: Samples[K] };
  /** Band i holds the counts from `[i]` up to, not including, `[i + 1]`. */
  readonly #bandFloors: Float64Array;
  readonly #bands = new Float64Array(4);
  readonly #countTime = new ExactSum();

  /** The boundary that ends the current interval; 0 before the grid starts. */
  #boundary = 0;
  /** The edge of the windows that comes next: even ones open a window, odd ones close it. */
  #edge = 0;
  #measuring = false;
  /** Up to here time has been accounted for, in ms, while measuring. */
  #time = 0;
  /** The first measured instant of the interval while its events may still come; NaN otherwise. */
  #sampleInstant = Number.NaN;

  #count = 0;
  #min = 0;
  #max = 0;
  #entrances = 0;
  #exits = 0;
  #measured = 0;

  #totalEntrances = 0;
  #totalExits = 0;
  #totalMeasured = 0;
  #lowest = Infinity;
  #lowestInstant = 0;
  #highest = -Infinity;
  #highestInstant = 0;

  constructor(request: SampleRequest) {
    const { grid } = request;
    this.#grid = grid;
    const [first = Infinity] = grid;
    this.#windows =
      request.windows ?? (grid.length < 2 ? grid : Float64Array.of(first, grid.at(-1) as number));
    this.#bandFloors = Float64Array.of(-Infinity, ...request.bandFloors, Infinity);
    const length = Math.max(0, grid.length - 1);
    this.#samples = {
      length: 0,
      starts: new Float64Array(length),
      ends: new Float64Array(length),
      counts: new Int32Array(length),
      mins: new Int32Array(length),
      maxs: new Int32Array(length),
      entrances: new Int32Array(length),
      exits: new Int32Array(length),
      measured: new Float64Array(length),
    };
    this.nextStop = first;
    this.done = length === 0;
  }

  get samples(): Samples {
    return this.#samples;
  }

  get totals(): Totals {
    const measured = this.#totalMeasured;
    return {
      entrances: this.#totalEntrances,
      exits: this.#totalExits,
      measured,
      averageCount: measured === 0 ? null : this.#countTime.dividedBy(measured),
      min: measured === 0 ? null : { value: this.#lowest, instant: this.#lowestInstant },
      max: measured === 0 ? null : { value: this.#highest, instant: this.#highestInstant },
      bands: Array.from(this.#bands),
    };
  }

  close(instant: number, count: number): void {
    if (this.#measuring) {
      this.#elapse(instant, count);
      this.#settleSample(instant, count);
      if (instant === this.#windows[this.#edge]) {
        this.#measuring = false;
        this.#edge++;
      }
    }
    if (instant === this.#grid[this.#boundary] && this.#boundary > 0) this.#closeInterval();
  }

  open(instant: number, count: number): void {
    if (this.#measuring) this.#see(instant, count);
    if (instant === this.#grid[this.#boundary]) {
      this.#boundary++;
      this.done = this.#boundary >= this.#grid.length;
      if (this.#measuring) this.#openPiece(instant, count);
    }
    if (!this.#measuring && instant === this.#windows[this.#edge] && this.#edge % 2 === 0) {
      this.#measuring = true;
      this.#edge++;
      this.#openPiece(instant, count);
    }
    this.nextStop = this.done
      ? Infinity
      : Math.min(this.#grid[this.#boundary] as number, this.#windows[this.#edge] ?? Infinity);
  }

  consume(run: ChangeRun, from: number, to: number, count: number, floor: number): number {
    if (!this.#measuring) return skipChanges(run.changes, from, to, count, floor);
    let first = from;
    let current = count;
    if (!Number.isNaN(this.#sampleInstant)) {
      const ms = this.#sampleInstant - run.dayStart;
      while (first < to && (run.changes[first] as number) >>> 1 === ms) first++;
      if (first > from) current = this.#measure(run, from, first, current, floor);
      if (first < to) this.#settleSample(Infinity, current);
    }
    return first < to ? this.#measure(run, first, to, current, floor) : current;
  }

  /**
   * The hot loop: applies changes while measuring. Its state is in locals, 32-bit integers all but the time
   * integral, and it does not branch on the data; what is seldom needed is looked up after it.
   */
  #measure(run: ChangeRun, from: number, to: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    if (this.#time < dayStart) this.#elapse(dayStart, initial);
    let last = (this.#time - dayStart) | 0;
    let count = initial | 0;
    let min = count;
    let max = count;
    let entrances = 0;
    let countTime = 0;
    for (let i = from; i < to; i++) {
      const change = changes[i] as number;
      const ms = change >>> 1;
      countTime += count * (ms - last);
      last = ms;
      entrances += change & 1;
      count = larger(count + ((change & 1) << 1) - 1, floor);
      min = smaller(count, min);
      max = larger(count, max);
    }
    // A day of the highest count a space can have is far below 2^53, so this sum is exact.
    this.#countTime.add(countTime);
    this.#entrances += entrances;
    this.#exits += to - from - entrances;
    const end = dayStart + last;
    this.#measured += end - this.#time;
    if (this.#bandOf(min) === this.#bandOf(max)) this.#addToBand(this.#bandOf(min), end - this.#time);
    else this.#addToBands(run, from, to, initial, floor);
    this.#time = end;
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
    if (min < this.#lowest) {
      this.#lowest = min;
      this.#lowestInstant = firstReached(min, run, from, to, initial, floor);
    }
    if (max > this.#highest) {
      this.#highest = max;
      this.#highestInstant = firstReached(max, run, from, to, initial, floor);
    }
    return count;
  }

  /** Accounts for the time up to the last of some changes, between which the count changes its band. */
  #addToBands(run: ChangeRun, from: number, to: number, initial: number, floor: number): void {
    let time = this.#time;
    let band = this.#bandOf(initial);
    let count = initial;
    for (let i = from; i < to; i++) {
      const change = run.changes[i] as number;
      count = larger(count + ((change & 1) << 1) - 1, floor);
      const isWithin =
        count < (this.#bandFloors[band + 1] as number) && count >= (this.#bandFloors[band] as number);
      if (isWithin && i < to - 1) continue;
      const instant = run.dayStart + (change >>> 1);
      this.#addToBand(band, instant - time);
      time = instant;
      band = this.#bandOf(count);
    }
  }

  #addToBand(band: number, elapsed: number): void {
    this.#bands[band] = (this.#bands[band] as number) + elapsed;
  }

  #bandOf(count: number): number {
    let band = 0;
    while (count >= (this.#bandFloors[band + 1] as number)) band++;
    return band;
  }

  /** Accounts for the time up to an instant, during which the count did not change. */
  #elapse(instant: number, count: number): void {
    const elapsed = instant - this.#time;
    if (elapsed === 0) return;
    this.#addToBand(this.#bandOf(count), elapsed);
    this.#countTime.addProduct(count, elapsed);
    this.#measured += elapsed;
    this.#time = instant;
  }

  /** Begins a measured piece: its first value is the count it carries in (D14). */
  #openPiece(instant: number, count: number): void {
    this.#time = instant;
    if (this.#measured === 0) {
      this.#min = count;
      this.#max = count;
      this.#sampleInstant = instant;
    }
    this.#see(instant, count);
  }

  /** Lets a value that was not reached by an event enter min and max. */
  #see(instant: number, count: number): void {
    if (count < this.#min) this.#min = count;
    if (count > this.#max) this.#max = count;
    if (count < this.#lowest) {
      this.#lowest = count;
      this.#lowestInstant = instant;
    }
    if (count > this.#highest) {
      this.#highest = count;
      this.#highestInstant = instant;
    }
  }

  /** Takes the interval's sample, N at its first measured instant, once that instant has passed. */
  #settleSample(instant: number, count: number): void {
    if (!(instant > this.#sampleInstant)) return;
    this.#count = count;
    this.#sampleInstant = Number.NaN;
  }

  #closeInterval(): void {
    if (this.#measured > 0) {
      const samples = this.#samples;
      const i = samples.length++;
      samples.starts[i] = this.#grid[this.#boundary - 1] as number;
      samples.ends[i] = this.#grid[this.#boundary] as number;
      samples.counts[i] = this.#count;
      samples.mins[i] = this.#min;
      samples.maxs[i] = this.#max;
      samples.entrances[i] = this.#entrances;
      samples.exits[i] = this.#exits;
      samples.measured[i] = this.#measured;
      this.#totalMeasured += this.#measured;
    }
    this.#totalEntrances += this.#entrances;
    this.#totalExits += this.#exits;
    this.#entrances = 0;
    this.#exits = 0;
    this.#measured = 0;
  }
}

/** The instant at which some changes first bring a count to a value, which it has not at first. */
function firstReached(
  value: number,
  run: ChangeRun,
  from: number,
  to: number,
  initial: number,
  floor: number,
): number {
  let count = initial;
  let i = from;
  for (; i < to && count !== value; i++) {
    count = larger(count + (((run.changes[i] as number) & 1) << 1) - 1, floor);
  }
  return run.dayStart + ((run.changes[i - 1] as number) >>> 1);
}

/*
 * Math.max and Math.min of counts without a branch or a detour through doubles, which would take twice as
 * long as all else in the hot loop.
 */

function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & ~(difference >> 31))) | 0;
}

function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}
