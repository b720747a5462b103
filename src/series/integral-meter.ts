import type { ChangeRun } from "./change-run.ts";
import { type Meter, type QuarterCursor, skipChanges, skipQuarters } from "./replay.ts";

/** Measures ∫N dt, in people × ms, between the instants of a grid (ascending, in ms), one after another. */
export class IntegralMeter implements Meter {
  readonly integrals: Float64Array;
  nextStop: number;
  done: boolean;
  readonly #grid: Float64Array;
  /** The instant of the grid that comes next. */
  #next = 0;
  #time = 0;
  #integral = 0;

  constructor(grid: Float64Array) {
    this.#grid = grid;
    this.integrals = new Float64Array(Math.max(0, grid.length - 1));
    this.nextStop = grid[0] ?? Infinity;
    this.done = grid.length < 2;
  }

  get idle(): boolean {
    return this.#next === 0;
  }

  close(instant: number, count: number): void {
    if (this.idle) return;
    this.#elapse(instant, count);
    if (instant !== this.#grid[this.#next]) return;
    this.integrals[this.#next - 1] = this.#integral;
    this.#integral = 0;
  }

  open(instant: number): void {
    if (instant !== this.#grid[this.#next]) return;
    this.#time = instant;
    this.#next++;
    this.done = this.#next >= this.#grid.length;
    this.nextStop = this.#grid[this.#next] ?? Infinity;
  }

  consume(run: ChangeRun, from: number, to: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    if (this.idle) return skipChanges(changes, from, to, initial, floor);
    let count = initial;
    for (let i = from; i < to; i++) {
      const change = changes[i] as number;
      this.#elapse(dayStart + (change >>> 1), count);
      count = Math.max(floor, count + ((change & 1) << 1) - 1);
    }
    return count;
  }

  /** Quarters are seen change by change, but where nothing is measured yet. */
  leap(cursor: QuarterCursor, to: number, floor: number): void {
    if (this.idle) skipQuarters(cursor, to, floor);
  }

  #elapse(instant: number, count: number): void {
    this.#integral += count * (instant - this.#time);
    this.#time = instant;
  }
}
