import type { ChangeRun } from "./change-run.ts";
import { larger } from "./integer-extremes.ts";

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

  /** Includes a count reached at an instant. */
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

/** The instant at which the changes first bring the count to a value. The count starts with another value. */
export function firstReached(
  value: number,
  run: ChangeRun,
  changes: { readonly from: number; readonly to: number; readonly count: number; readonly floor: number },
): number {
  const { from, to, floor } = changes;
  let { count } = changes;
  let i = from;
  for (; i < to && count !== value; i++) {
    count = larger(count + (((run.changes[i] as number) & 1) << 1) - 1, floor);
  }
  return run.dayStart + ((run.changes[i - 1] as number) >>> 1);
}
