import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange } from "./change-run.ts";
import { larger } from "./integer-extremes.ts";
import { NO_FLOOR } from "./replay.ts";

/** A count and the instant, in ms, at which it was first reached. */
export interface Reached {
  readonly value: number;
  readonly instant: number;
}

/** A quarter, by its start in ms, and the count that came into it. */
interface UnplacedQuarter {
  readonly start: number;
  readonly count: number;
}

/** The lowest and the highest count of a range, with the instants at which they were first reached (D13). */
export class Extremes {
  lowest = Infinity;
  highest = -Infinity;
  #lowestInstant = 0;
  #highestInstant = 0;
  /** The quarters in which they were first reached, while their instants are not known. */
  #lowestQuarter: UnplacedQuarter | null = null;
  #highestQuarter: UnplacedQuarter | null = null;

  /** @throws Error where an instant has still to be found */
  get min(): Reached {
    return { value: this.lowest, instant: placed(this.#lowestQuarter, this.#lowestInstant) };
  }

  /** @throws Error where an instant has still to be found */
  get max(): Reached {
    return { value: this.highest, instant: placed(this.#highestQuarter, this.#highestInstant) };
  }

  /** Lets a count enter that is reached at an instant. */
  see(count: number, instant: number): void {
    if (count < this.lowest) this.#setLowest(count, instant);
    if (count > this.highest) this.#setHighest(count, instant);
  }

  /** Lets the least and the most of some changes enter, which neither of them was before these. */
  seeChanges(least: number, most: number, instantOf: (value: number) => number): void {
    if (least < this.lowest) this.#setLowest(least, instantOf(least));
    if (most > this.highest) this.#setHighest(most, instantOf(most));
  }

  /** Lets the least and the most of a quarter enter, whose instants are to be found later. */
  seeQuarter(least: number, most: number, start: number, count: number): void {
    if (least < this.lowest) {
      this.lowest = least;
      this.#lowestQuarter = { start, count };
    }
    if (most > this.highest) {
      this.highest = most;
      this.#highestQuarter = { start, count };
    }
  }

  /** Starts, in ms, of the quarters whose changes have still to be looked at for the instants. */
  get unplaced(): number[] {
    return [this.#lowestQuarter, this.#highestQuarter].flatMap((quarter) => (quarter ? [quarter.start] : []));
  }

  /** Looks at the changes of a run for the instants. */
  place(run: ChangeRun): void {
    const isThere = (quarter: UnplacedQuarter | null): quarter is UnplacedQuarter =>
      quarter !== null && quarter.start >= run.dayStart && quarter.start < run.dayStart + DAY_MS;
    const instantOf = ({ start, count }: UnplacedQuarter, value: number) => {
      const from = findChange(run.changes, start - run.dayStart);
      return firstReached(value, run, { from, to: run.changes.length, count, floor: NO_FLOOR });
    };
    if (isThere(this.#lowestQuarter))
      this.#setLowest(this.lowest, instantOf(this.#lowestQuarter, this.lowest));
    if (isThere(this.#highestQuarter))
      this.#setHighest(this.highest, instantOf(this.#highestQuarter, this.highest));
  }

  #setLowest(value: number, instant: number): void {
    this.lowest = value;
    this.#lowestInstant = instant;
    this.#lowestQuarter = null;
  }

  #setHighest(value: number, instant: number): void {
    this.highest = value;
    this.#highestInstant = instant;
    this.#highestQuarter = null;
  }
}

function placed(quarter: UnplacedQuarter | null, instant: number): number {
  if (quarter !== null) throw new Error("when an extreme was reached has not been looked up");
  return instant;
}

/** The instant at which some changes first bring a count to a value, which it has not at first. */
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
