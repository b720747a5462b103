import { DAY_MS } from "../domain/instant.ts";
import { type BandTimes, ExactSum, type Extremes, firstReached, larger, smaller } from "./measures.ts";
import { type Meter, type RowCursor, skipChanges, skipRows } from "./replay.ts";
import { FLOOR } from "./replay-plan.ts";
import {
  ENTRANCES,
  EXITS,
  FALL,
  fallTimeAt,
  flooredAt,
  integralAt,
  lengthAt,
  netAt,
  openingAt,
  RISE,
  riseTimeAt,
  startAt,
} from "./roll-up.ts";
import type { ChangeRun } from "./run-block.ts";
import { LOCAL_SUM_MAX, SampleSums, type Samples, type Totals } from "./samples.ts";

/** The measurement: boundaries of the grid, and measured windows (null for the whole range). */
export interface SampleRequest {
  readonly grid: Float64Array;
  readonly windows: Float64Array | null;
  /** The lower bounds of all bands but the first, ascending, at most three. */
  readonly bandFloors: readonly number[];
}

/** No sample pending. */
const NONE = -Infinity;

/** Below this, a count times a day, plus what a day adds, is below 2^52, and sums of two are exact. */
const LEAPT_COUNT_END = 2 ** 25;

/**
 * Measures samples and totals of a replayed count (D12 to D14). It stops only at edges of windows, and passes grid
 * boundaries by itself, between changes or rows.
 */
export class SampleMeter implements Meter {
  nextStop: number;
  done = false;

  readonly #grid: Float64Array;
  readonly #windows: Float64Array;
  readonly #sums: SampleSums;
  readonly #bands: BandTimes;
  readonly #extremes: Extremes;
  /** The integral of the count over the interval's measured time. */
  readonly #countTime = new ExactSum();

  /** Index of the boundary that ends the current interval; 0 before the grid starts. */
  #boundary = 0;
  /** Index of the next window edge: even ones open a window, odd ones close it. */
  #edge = 0;
  #measuring = false;
  /** Time accounted for so far, in ms, while measuring. */
  #time = 0;
  /** The first measured instant of the interval while its events may still come; else NONE. */
  #sampleInstant = NONE;

  #count = 0;
  #min = 0;
  #max = 0;
  #entrances = 0;
  #exits = 0;
  #measured = 0;
  /** How far the hot loop over changes has come. */
  #reached = 0;

  constructor(request: SampleRequest) {
    const { grid } = request;
    this.#grid = grid;
    const [first = Infinity] = grid;
    this.#windows =
      request.windows ?? (grid.length < 2 ? grid : Float64Array.of(first, grid.at(-1) as number));
    const length = Math.max(0, grid.length - 1);
    this.#sums = new SampleSums(length, request.bandFloors);
    this.#bands = this.#sums.bands;
    this.#extremes = this.#sums.extremes;
    this.nextStop = first;
    this.done = length === 0;
  }

  get samples(): Samples {
    return this.#sums.samples;
  }

  get idle(): boolean {
    return !this.#measuring;
  }

  get totals(): Totals {
    return this.#sums.totals;
  }

  close(instant: number, count: number): void {
    this.#pass(instant - 1, count);
    if (this.#measuring) {
      this.#elapse(instant, count);
      this.#takeSample(instant, count);
      if (instant === this.#windows[this.#edge]) {
        this.#measuring = false;
        this.#edge++;
      }
    }
    if (instant === this.#grid[this.#boundary] && this.#boundary > 0) this.#closeInterval();
  }

  open(instant: number, count: number): void {
    if (this.#measuring) this.#include(instant, count);
    if (instant === this.#grid[this.#boundary]) {
      this.#boundary++;
      this.done = this.#boundary >= this.#grid.length;
      if (this.#measuring) this.#openWindow(instant, count);
    }
    if (!this.#measuring && instant === this.#windows[this.#edge] && this.#edge % 2 === 0) {
      this.#measuring = true;
      this.#edge++;
      this.#openWindow(instant, count);
    }
    const end = this.#grid[this.#grid.length - 1] as number;
    this.nextStop = this.done ? Infinity : Math.min(end, this.#windows[this.#edge] ?? Infinity);
  }

  consume(run: ChangeRun, from: number, to: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    if (!this.#measuring) return skipChanges(changes, from, to, initial, floor);
    let count = initial;
    for (let i = from; i < to; i = this.#reached) {
      const ms = (changes[i] as number) >>> 1;
      this.#pass(dayStart + ms, count);
      // Changes of the sample's own millisecond are part of it.
      const isSample = dayStart + ms === this.#sampleInstant;
      if (!isSample) this.#takeSample(Infinity, count);
      const bound = isSample ? ms + 1 : Math.min(DAY_MS, (this.#grid[this.#boundary] as number) - dayStart);
      count = this.#measure(run, i, to, bound, count, floor);
    }
    return count;
  }

  /**
   * The hot loop: applies the changes before a ms of the day while measuring. Its state is in local variables, 32-bit
   * integers except the time integral, and it does not branch on the data; rarely needed values are looked up after it.
   */
  #measure(run: ChangeRun, from: number, end: number, bound: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    if (this.#time < dayStart) this.#elapse(dayStart, initial);
    let last = (this.#time - dayStart) | 0;
    let count = initial | 0;
    let min = count;
    let max = count;
    let entrances = 0;
    let countTime = 0;
    let to = from;
    for (; to < end; to++) {
      const change = changes[to] as number;
      const ms = change >>> 1;
      if (ms >= bound) break;
      countTime += count * (ms - last);
      last = ms;
      entrances += change & 1;
      count = larger(count + ((change & 1) << 1) - 1, floor);
      min = smaller(count, min);
      max = larger(count, max);
    }
    this.#reached = to;
    // A day of the highest possible count is far below 2^53, so this sum is exact.
    this.#countTime.add(countTime);
    this.#entrances += entrances;
    this.#exits += to - from - entrances;
    const time = dayStart + last;
    const band = this.#bands.of(min);
    if (band === this.#bands.of(max)) this.#bands.add(band, time - this.#time);
    else this.#bands.addChanges(run, { from, to, count: initial, floor }, this.#time);
    this.#measured += time - this.#time;
    this.#time = time;
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
    if (min < this.#extremes.lowest)
      this.#extremes.seeLow(min, firstReached(min, run, { from, to, count: initial, floor }));
    if (max > this.#extremes.highest)
      this.#extremes.seeHigh(max, firstReached(max, run, { from, to, count: initial, floor }));
    return count;
  }

  leap(cursor: RowCursor, to: number): void {
    if (!this.#measuring) {
      skipRows(cursor, to);
      return;
    }
    const { rows, level, dayStart } = cursor;
    while (cursor.row < to) {
      const before = cursor.row;
      this.#pass(dayStart + startAt(level, rows, before * level.width), cursor.count);
      if (!level.tellsLengths) this.#leapIntervals(cursor, to);
      if (cursor.row === before) this.#leapWithin(cursor, to);
      if (cursor.row === before) return;
    }
  }

  /** Consumes rows while each covers exactly one interval. */
  #leapIntervals(cursor: RowCursor, to: number): void {
    if (!this.#isFresh(this.#time, cursor.count)) return;
    const passed = this.#sums.addRows(cursor, to, this.#grid, this.#boundary);
    if (passed === 0) return;
    this.#boundary += passed;
    this.#openWindow(this.#grid[this.#boundary - 1] as number, cursor.count);
  }

  /** Whether an interval begins at an instant, is entirely measured so far, and has had no change. */
  #isFresh(instant: number, count: number): boolean {
    return (
      this.#sampleInstant === instant &&
      this.#grid[this.#boundary - 1] === instant &&
      this.#measured === 0 &&
      this.#entrances + this.#exits === 0 &&
      this.#min === count &&
      this.#max === count
    );
  }

  /**
   * The hot loop over roll-ups, up to the interval's end. A span in which the count changes its band is replayed change
   * by change; in the others it keeps its band.
   */
  #leapWithin(cursor: RowCursor, to: number): void {
    const { rows, level, dayStart } = cursor;
    const { width } = level;
    let { row, count } = cursor;
    const boundary = this.#grid[this.#boundary] as number;
    const band = this.#bands.of(count);
    const bandFloor = Math.max(FLOOR, this.#bands.floors[band] as number);
    const bandEnd = Math.min(LEAPT_COUNT_END, this.#bands.floors[band + 1] as number);
    const begin = this.#time;
    let time = begin;
    let countTime = 0;
    let entrances = 0;
    let exits = 0;
    let min = this.#min;
    let max = this.#max;
    let { lowest, highest } = this.#extremes;
    let isSampled = this.#sampleInstant === NONE;
    for (; row < to; row++) {
      const at = row * width;
      const least = count - (rows[at + FALL] as number);
      const most = count + (rows[at + RISE] as number);
      const start = dayStart + startAt(level, rows, at);
      const length = lengthAt(level, rows, at);
      if (start + length > boundary || least < bandFloor || most >= bandEnd) break;
      // `holdsFor` combined with the band's floor; the call would take a third longer here.
      if (least > FLOOR && flooredAt(rows, at) > 0) break;
      if (!isSampled) {
        this.#takeSample(Infinity, start === this.#sampleInstant ? count + openingAt(rows, at) : count);
        isSampled = true;
      }
      if (start > time) this.#countTime.addProduct(count, start - time);
      countTime += count * length + integralAt(rows, at);
      if (Math.abs(countTime) > LOCAL_SUM_MAX) {
        this.#countTime.add(countTime);
        countTime = 0;
      }
      time = start + length;
      if (least < min) min = least;
      if (most > max) max = most;
      if (least < lowest) {
        lowest = least;
        this.#extremes.seeLow(least, start + fallTimeAt(level, rows, at));
      }
      if (most > highest) {
        highest = most;
        this.#extremes.seeHigh(most, start + riseTimeAt(level, rows, at));
      }
      entrances += rows[at + ENTRANCES] as number;
      exits += rows[at + EXITS] as number;
      count += netAt(rows, at);
    }
    this.#countTime.add(countTime);
    this.#bands.add(band, time - begin);
    this.#measured += time - begin;
    this.#time = time;
    this.#min = min;
    this.#max = max;
    this.#entrances += entrances;
    this.#exits += exits;
    cursor.row = row;
    cursor.count = count;
  }

  /** Passes the grid boundaries up to an instant, with an unchanged count. */
  #pass(through: number, count: number): void {
    const grid = this.#grid;
    if (this.#boundary === 0 || !((grid[this.#boundary] as number) <= through)) return;
    const last = grid.length - 1;
    // The grid's end is a stop.
    while (this.#boundary < last && (grid[this.#boundary] as number) <= through) {
      if (this.#measuring && this.#isFresh(this.#time, count)) {
        this.#boundary += this.#sums.addUnchanged(count, grid, this.#boundary, through);
        this.#openWindow(grid[this.#boundary - 1] as number, count);
        return;
      }
      const instant = grid[this.#boundary] as number;
      if (this.#measuring) {
        this.#elapse(instant, count);
        this.#takeSample(instant, count);
      }
      this.#closeInterval();
      this.#boundary++;
      if (this.#measuring) this.#openWindow(instant, count);
    }
  }

  /** Accounts for the time up to an instant, with an unchanged count. */
  #elapse(instant: number, count: number): void {
    const elapsed = instant - this.#time;
    if (elapsed === 0) return;
    this.#bands.add(this.#bands.of(count), elapsed);
    this.#countTime.addProduct(count, elapsed);
    this.#measured += elapsed;
    this.#time = instant;
  }

  /** Opens a measured window; its first value is the count at its start (D14). */
  #openWindow(instant: number, count: number): void {
    this.#time = instant;
    if (this.#measured === 0) {
      this.#min = count;
      this.#max = count;
      this.#sampleInstant = instant;
    }
    this.#include(instant, count);
  }

  /** Includes a value that was not reached by an event in min and max. */
  #include(instant: number, count: number): void {
    if (count < this.#min) this.#min = count;
    if (count > this.#max) this.#max = count;
    this.#extremes.include(count, instant);
  }

  /** Takes the interval's sample, N at its first measured instant, once that instant has passed. */
  #takeSample(instant: number, count: number): void {
    if (this.#sampleInstant === NONE || instant <= this.#sampleInstant) return;
    this.#count = count;
    this.#sampleInstant = NONE;
  }

  #closeInterval(): void {
    const sums = this.#sums;
    if (this.#measured > 0) {
      const { samples } = sums;
      const i = samples.length++;
      samples.starts[i] = this.#grid[this.#boundary - 1] as number;
      samples.ends[i] = this.#grid[this.#boundary] as number;
      samples.counts[i] = this.#count;
      samples.mins[i] = this.#min;
      samples.maxs[i] = this.#max;
      samples.entrances[i] = this.#entrances;
      samples.exits[i] = this.#exits;
      samples.averages[i] = this.#countTime.dividedBy(this.#measured);
      samples.measured[i] = this.#measured;
      sums.countTime.moveFrom(this.#countTime);
      sums.measured += this.#measured;
    }
    sums.entrances += this.#entrances;
    sums.exits += this.#exits;
    this.#entrances = 0;
    this.#exits = 0;
    this.#measured = 0;
  }
}
