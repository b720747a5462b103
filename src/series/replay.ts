import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange } from "./change-run.ts";
import type { ResetSeries } from "./reset-series.ts";

/** The count never goes below this (D7); `NO_FLOOR` lets it. */
export const FLOOR = 0;
export const NO_FLOOR = -(2 ** 31);

/** Where a replay starts: `count` people at `instant`, its resets applied and its events not. */
export interface Origin {
  /** In ms; -Infinity for the beginning of history. */
  readonly instant: number;
  readonly count: number;
}

/** What happens to one space's count besides its events. */
export interface ReplayPlan {
  readonly origin: Origin;
  /** Those after the origin's instant. */
  readonly resets: ResetSeries;
  readonly floor: number;
}

/**
 * Looks at a count while it is replayed. The replay calls `close` and `open` at each instant in
 * `nextStop` and at each reset: `close` when every change before the instant has been applied, `open`
 * when the resets at the instant have been too, but none of its events.
 */
export interface Meter {
  /** The next instant, in ms, at which to stop; Infinity when the meter has seen all it needs. */
  readonly nextStop: number;
  /** Whether later changes no longer matter. */
  readonly done: boolean;
  close(instant: number, count: number): void;
  open(instant: number, count: number): void;
  /**
   * Applies the changes from index `from` up to, not including, `to`.
   *
   * @returns the count after them
   */
  consume(run: ChangeRun, from: number, to: number, count: number, floor: number): number;
}

/**
 * The kernel: one space's count as a state machine over its runs of changes and its resets (D6, D7).
 * Push the runs in ascending order, then finish.
 */
export class Replay<M extends Meter> {
  readonly meter: M;
  readonly #plan: ReplayPlan;
  #count: number;
  #nextReset = 0;

  constructor(plan: ReplayPlan, meter: M) {
    this.meter = meter;
    this.#plan = plan;
    this.#count = plan.origin.count;
  }

  /** Applies a day's changes and the resets that fall between them. */
  push(run: ChangeRun): void {
    const { changes, dayStart } = run;
    const { floor, origin } = this.#plan;
    let from = findChange(changes, origin.instant - dayStart);
    while (from < changes.length && !this.meter.done) {
      const stop = this.#nextStop();
      const to = stop - dayStart >= DAY_MS ? changes.length : findChangeFrom(changes, from, stop - dayStart);
      if (to > from) {
        this.#count = this.meter.consume(run, from, to, this.#count, floor);
        from = to;
      }
      if (from < changes.length) this.#stopAt(stop);
    }
  }

  /** Runs on through the resets and stops that remain, and gives the meter back. */
  finish(): M {
    while (!this.meter.done) this.#stopAt(this.#nextStop());
    return this.meter;
  }

  #nextStop(): number {
    const { instants } = this.#plan.resets;
    const stop = this.meter.nextStop;
    const reset = this.#nextReset < instants.length ? (instants[this.#nextReset] as number) : Infinity;
    return reset < stop ? reset : stop;
  }

  #stopAt(instant: number): void {
    const { instants, counts } = this.#plan.resets;
    this.meter.close(instant, this.#count);
    if (instants[this.#nextReset] === instant) this.#count = counts[this.#nextReset++] as number;
    this.meter.open(instant, this.#count);
  }
}

/** As `findChange`, from an index on: galloping, since the next stop is mostly near. */
function findChangeFrom(changes: Uint32Array, from: number, millisecondOfDay: number): number {
  if (millisecondOfDay <= 0) return from;
  const bound = millisecondOfDay * 2;
  let step = 1;
  let low = from;
  while (low + step < changes.length && (changes[low + step - 1] as number) < bound) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, changes.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Applies changes to a count without looking at what lies between. */
export function skipChanges(changes: Uint32Array, from: number, to: number, count: number, floor: number): number {
  let current = count;
  for (let i = from; i < to; i++) {
    current += (((changes[i] as number) & 1) << 1) - 1;
    if (current < floor) current = floor;
  }
  return current;
}
