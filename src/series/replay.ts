import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange } from "./change-run.ts";
import type { ResetSeries } from "./reset-series.ts";

/**
 * The count never goes below this (D7); `NO_FLOOR` lets it. Counts lie within 30 bits, so that the
 * difference of two is a 32-bit integer.
 */
export const FLOOR = 0;
export const NO_FLOOR = -(2 ** 30);

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
  readonly #origin: number;
  readonly #floor: number;
  readonly #resets: ResetSeries;
  #count: number;
  #nextReset = 0;
  /** The instant of the next reset; Infinity after the last. */
  #resetInstant: number;

  constructor({ origin, resets, floor }: ReplayPlan, meter: M) {
    this.meter = meter;
    this.#origin = origin.instant;
    this.#floor = floor;
    this.#resets = resets;
    this.#count = origin.count;
    this.#resetInstant = resets.instants[0] ?? Infinity;
  }

  /** Applies a day's changes and the resets that fall between them. */
  push(run: ChangeRun): void {
    const { changes, dayStart } = run;
    const { meter } = this;
    let from = findChange(changes, this.#origin - dayStart);
    while (from < changes.length && !meter.done) {
      const stop = Math.min(meter.nextStop, this.#resetInstant);
      const to = findChangeFrom(changes, from, stop - dayStart);
      if (to > from) this.#count = meter.consume(run, from, to, this.#count, this.#floor);
      if (to < changes.length) this.#stopAt(stop);
      from = to;
    }
  }

  /** Runs on through the resets and stops that remain, and gives the meter back. */
  finish(): M {
    while (!this.meter.done) this.#stopAt(Math.min(this.meter.nextStop, this.#resetInstant));
    return this.meter;
  }

  #stopAt(instant: number): void {
    this.meter.close(instant, this.#count);
    if (instant === this.#resetInstant) {
      this.#count = this.#resets.counts[this.#nextReset] as number;
      this.#resetInstant = this.#resets.instants[++this.#nextReset] ?? Infinity;
    }
    this.meter.open(instant, this.#count);
  }
}

/** How many changes the search for a stop leaps over at first. */
const LEAP = 4;

/** As `findChange`, from an index on: galloping, since the next stop is mostly near. */
function findChangeFrom(changes: Uint32Array, from: number, millisecondOfDay: number): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return changes.length;
  const bound = millisecondOfDay * 2;
  let low = from;
  let high = from + LEAP;
  while (high < changes.length && (changes[high] as number) < bound) {
    low = high + 1;
    high += high - from;
  }
  high = Math.min(high, changes.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Applies changes to a count without looking at what lies between. */
export function skipChanges(
  changes: Uint32Array,
  from: number,
  to: number,
  count: number,
  floor: number,
): number {
  let current = count;
  for (let i = from; i < to; i++) {
    current += (((changes[i] as number) & 1) << 1) - 1;
    if (current < floor) current = floor;
  }
  return current;
}
