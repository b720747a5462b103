import type { Meter, RowCursor } from "./replay.ts";
import { holdsFor, netAt, RISE, ROW, startAt } from "./roll-up.ts";
import type { ChangeRun } from "./run-block.ts";
import type { Reached } from "./samples.ts";

/** A maximal time span during which a count exceeds a limit (D15). */
export interface Breach {
  /** In ms. */
  readonly start: number;
  /** In ms, exclusive; null while it lasts. */
  readonly end: number | null;
  readonly peak: Reached;
}

/**
 * Finds the breaches of a limit from the replay's origin up to `end`. Only N(t) matters: values that last less than a
 * millisecond neither begin nor end a breach.
 */
export class BreachMeter implements Meter {
  nextStop: number;
  done = false;
  readonly idle = false;
  readonly breaches: Breach[] = [];

  readonly #limit: number;
  /** The instant of the current count; NaN before the first change. */
  #time = Number.NaN;
  #start = Number.NaN;
  #peak: Reached = { value: 0, instant: 0 };

  /**
   * @param limit people; the count is unsafe while it exceeds this
   * @param start the origin's instant
   * @param end exclusive, in ms
   */
  constructor(limit: number, start: number, end: number) {
    this.#limit = limit;
    this.#time = start;
    this.nextStop = end;
  }

  close(instant: number, count: number): void {
    this.#hold(instant, count);
    if (instant < this.nextStop) return;
    this.done = true;
    this.nextStop = Infinity;
    if (!Number.isNaN(this.#start)) this.#end(null);
  }

  open(): void {}

  consume(run: ChangeRun, from: number, to: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    let count = initial;
    for (let i = from; i < to; i++) {
      const change = changes[i] as number;
      const instant = dayStart + (change >>> 1);
      if (instant > this.#time) this.#hold(instant, count);
      count += ((change & 1) << 1) - 1;
      if (count < floor) count = floor;
    }
    return count;
  }

  leap(cursor: RowCursor, to: number): void {
    if (!Number.isNaN(this.#start)) return;
    const { rows, level, dayStart } = cursor;
    let { row, count } = cursor;
    for (; row < to; row++) {
      const at = row * ROW;
      if (!holdsFor(rows, at, count) || count + (rows[at + RISE] as number) > this.#limit) break;
      count += netAt(rows, at);
    }
    if (row === cursor.row) return;
    // The exact instant within that row does not matter, since the count was safe.
    this.#time = dayStart + startAt(level, rows, (row - 1) * ROW);
    cursor.row = row;
    cursor.count = count;
  }

  #hold(instant: number, count: number): void {
    if (instant === this.#time) return;
    if (count > this.#limit) {
      if (Number.isNaN(this.#start)) {
        this.#start = this.#time;
        this.#peak = { value: count, instant: this.#time };
      } else if (count > this.#peak.value) {
        this.#peak = { value: count, instant: this.#time };
      }
    } else if (!Number.isNaN(this.#start)) {
      this.#end(this.#time);
    }
    this.#time = instant;
  }

  #end(instant: number | null): void {
    this.breaches.push({ start: this.#start, end: instant, peak: this.#peak });
    this.#start = Number.NaN;
  }
}

/** Number and total duration, in ms, of the breaches within the measured time (D15). */
export function measureBreaches(
  breaches: readonly Breach[],
  windows: Float64Array,
): { readonly touching: number; readonly duration: number } {
  let touching = 0;
  let duration = 0;
  let first = 0;
  for (const { start, end } of breaches) {
    const until = end ?? Infinity;
    let overlap = 0;
    // Both lists ascend, so windows that end before this breach also end before all later ones.
    while (first < windows.length && (windows[first + 1] as number) <= start) first += 2;
    for (let i = first; i < windows.length && (windows[i] as number) < until; i += 2) {
      overlap += Math.min(until, windows[i + 1] as number) - Math.max(start, windows[i] as number);
    }
    if (overlap > 0) touching++;
    duration += overlap;
  }
  return { touching, duration };
}
