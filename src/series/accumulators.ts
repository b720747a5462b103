import type { ChangeRun } from "./run-block.ts";

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

  /** Adds the time from an instant to the last of the given changes. The count changes its band among them. */
  addChanges(
    run: ChangeRun,
    changes: { readonly from: number; readonly to: number; readonly count: number; readonly floor: number },
    since: number,
  ): void {
    const { from, to, floor } = changes;
    let { count } = changes;
    let time = since;
    let band = this.of(count);
    for (let i = from; i < to; i++) {
      const change = run.changes[i] as number;
      count = larger(count + ((change & 1) << 1) - 1, floor);
      const isWithin = count < (this.floors[band + 1] as number) && count >= (this.floors[band] as number);
      if (isWithin && i < to - 1) continue;
      const instant = run.dayStart + (change >>> 1);
      this.add(band, instant - time);
      time = instant;
      band = this.of(count);
    }
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

/*
 * Branch-free 32-bit minimum and maximum. Math.min and Math.max convert to doubles, which takes twice as long as the
 * rest of the hot loop. Counts are within 30 bits.
 */

export function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & ~(difference >> 31))) | 0;
}

export function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}
