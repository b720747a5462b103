import { DAY_MS } from "../domain/instant.ts";
import { IntervalMeasure } from "./interval-measure.ts";
import { type Meter, type RowCursor, skipChanges, skipRows } from "./replay.ts";
import { ROW, startAt } from "./roll-up.ts";
import type { ChangeRun } from "./run-block.ts";
import { SampleSums, type Samples, type Totals } from "./samples.ts";

/** What is measured: the boundaries of the grid, and pairs of edges of the measured windows, all in ms. */
export interface SampleRequest {
  readonly grid: Float64Array;
  readonly windows: Float64Array;
  /** The lower bounds of all bands but the first, ascending, at most three. */
  readonly bandFloors: readonly number[];
}

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
  readonly #interval: IntervalMeasure;
  /** Index of the boundary that ends the current interval; 0 before the grid starts. */
  #boundary = 0;
  /** Index of the next window edge: even ones open a window, odd ones close it. */
  #edge = 0;
  #measuring = false;

  constructor({ grid, windows, bandFloors }: SampleRequest) {
    this.#grid = grid;
    const [first = Infinity] = grid;
    this.#windows = windows;
    const length = Math.max(0, grid.length - 1);
    this.#sums = new SampleSums(length, bandFloors);
    this.#interval = new IntervalMeasure(this.#sums);
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
      this.#interval.elapse(instant, count);
      this.#interval.takeSample(instant, count);
      if (instant === this.#windows[this.#edge]) {
        this.#measuring = false;
        this.#edge++;
      }
    }
    if (instant === this.#grid[this.#boundary] && this.#boundary > 0) this.#closeInterval();
  }

  open(instant: number, count: number): void {
    if (this.#measuring) this.#interval.include(instant, count);
    if (instant === this.#grid[this.#boundary]) {
      this.#boundary++;
      this.done = this.#boundary >= this.#grid.length;
      if (this.#measuring) this.#interval.begin(instant, count);
    }
    if (!this.#measuring && instant === this.#windows[this.#edge] && this.#edge % 2 === 0) {
      this.#measuring = true;
      this.#edge++;
      this.#interval.begin(instant, count);
    }
    const end = this.#grid[this.#grid.length - 1] as number;
    this.nextStop = this.done ? Infinity : Math.min(end, this.#windows[this.#edge] ?? Infinity);
  }

  consume(run: ChangeRun, from: number, to: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    if (!this.#measuring) return skipChanges(changes, from, to, initial, floor);
    let count = initial;
    for (let i = from; i < to; i = this.#interval.reached) {
      const ms = (changes[i] as number) >>> 1;
      this.#pass(dayStart + ms, count);
      // Changes of the sample's own millisecond are part of it.
      const isSample = dayStart + ms === this.#interval.sampleInstant;
      if (!isSample) this.#interval.takeSample(Infinity, count);
      const bound = isSample ? ms + 1 : Math.min(DAY_MS, (this.#grid[this.#boundary] as number) - dayStart);
      count = this.#interval.applyChanges(run, i, to, bound, count, floor);
    }
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
      this.#pass(dayStart + startAt(level, rows, before * ROW), cursor.count);
      this.#leapIntervals(cursor, to);
      if (cursor.row === before) this.#interval.applyRows(cursor, to, this.#grid[this.#boundary] as number);
      if (cursor.row === before) return;
    }
  }

  #leapIntervals(cursor: RowCursor, to: number): void {
    if (!this.#isFresh(cursor.count)) return;
    const passed = this.#sums.addRows(cursor, to, this.#grid, this.#boundary);
    if (passed === 0) return;
    this.#boundary += passed;
    this.#interval.begin(this.#grid[this.#boundary - 1] as number, cursor.count);
  }

  #isFresh(count: number): boolean {
    return this.#interval.isFresh(this.#grid[this.#boundary - 1] as number, count);
  }

  #closeInterval(): void {
    const [start, end] = [this.#grid[this.#boundary - 1] as number, this.#grid[this.#boundary] as number];
    this.#interval.moveTo(this.#sums, start, end);
  }

  /** Passes the grid boundaries up to an instant, with an unchanged count. */
  #pass(through: number, count: number): void {
    const grid = this.#grid;
    if (this.#boundary === 0 || !((grid[this.#boundary] as number) <= through)) return;
    const last = grid.length - 1;
    // The grid's end is a stop.
    while (this.#boundary < last && (grid[this.#boundary] as number) <= through) {
      if (this.#measuring && this.#isFresh(count)) {
        this.#boundary += this.#sums.addUnchanged(count, grid, this.#boundary, through);
        this.#interval.begin(grid[this.#boundary - 1] as number, count);
        return;
      }
      const instant = grid[this.#boundary] as number;
      if (this.#measuring) {
        this.#interval.elapse(instant, count);
        this.#interval.takeSample(instant, count);
      }
      this.#closeInterval();
      this.#boundary++;
      if (this.#measuring) this.#interval.begin(instant, count);
    }
  }
}
