import { type Meter, type RowCursor, skipChanges, skipRows } from "./replay.ts";
import type { ChangeRun } from "./run-block.ts";

/** Reads a replayed count at given instants, ascending and distinct. */
export class ProbeMeter implements Meter {
  nextStop: number;
  done: boolean;
  readonly idle = true;
  /** The count at each instant after its resets and before its events. */
  readonly opening: Int32Array;
  /** N at each instant: after all its changes (D7). */
  readonly closing: Int32Array;

  readonly #instants: Float64Array;
  #opened = 0;
  #closed = 0;

  constructor(instants: Float64Array) {
    this.#instants = instants;
    this.opening = new Int32Array(instants.length);
    this.closing = new Int32Array(instants.length);
    this.nextStop = instants[0] ?? Infinity;
    this.done = instants.length === 0;
  }

  close(instant: number, count: number): void {
    if (this.#closed < this.#opened && instant > (this.#instants[this.#closed] as number)) {
      this.closing[this.#closed++] = count;
    }
  }

  open(instant: number, count: number): void {
    if (instant === this.#instants[this.#opened]) this.opening[this.#opened++] = count;
    this.done = this.#closed === this.#instants.length;
    const closes = this.#closed < this.#opened ? (this.#instants[this.#closed] as number) + 1 : Infinity;
    this.nextStop = Math.min(closes, this.#instants[this.#opened] ?? Infinity);
  }

  consume(run: ChangeRun, from: number, to: number, count: number, floor: number): number {
    return skipChanges(run.changes, from, to, count, floor);
  }

  leap(cursor: RowCursor, to: number): void {
    skipRows(cursor, to);
  }
}
