import { nextDailyReset, type ResetSchedule } from "../domain/daily-reset.ts";
import { FLOOR } from "./replay.ts";

/** Changes that a live count remembers, so that late ones among them can be put in their place. */
export const REMEMBERED_CHANGES = 256;

/** What a live count starts from. */
export interface LiveStart {
  /** The daily resets to come are derived from these (D8). */
  readonly schedules: readonly ResetSchedule[];
  /** In ms; what happened before is known only by the count it left. */
  readonly instant: number;
  /** The count at that instant, in people: after its resets, before its events. */
  readonly count: number;
  /** The last reset at or before that instant, in ms; -Infinity where there has been none. */
  readonly lastReset: number;
}

/**
 * Where an event lies in a space's history: after all that has fallen due, before some of it, or before what
 * is remembered and where it may matter: then the count has to be computed again.
 */
export type ChangePosition = "head" | "late" | "lost";

/**
 * One space's count at the head of its history, kept up with each event (D6, D7). It remembers the last
 * changes with the count after each: a late event among them is put in its place, and one that a later
 * reset has made irrelevant changes nothing. Events may lie ahead of the present: they count when they
 * fall due (D3). Explicit resets and corrections do not change it: after one, it is computed again.
 */
export class LiveCount {
  readonly #schedules: readonly ResetSchedule[];
  /** Remembered changes in D6's order: their instants, what they do, and the count after each. */
  #instants: number[] = [];
  #steps: number[] = [];
  #counts: number[] = [];
  /** What came before them. */
  #start: number;
  #base: number;
  /** How many of them have fallen due. */
  #due = 0;
  #lastReset: number;
  #nextReset: number;
  /** At so many changes that have fallen due the oldest are forgotten. */
  #forgetAt = 2 * REMEMBERED_CHANGES;

  /** @param nextReset when the next daily reset falls due, in ms */
  constructor(
    { schedules, instant, count, lastReset }: LiveStart,
    nextReset = nextDailyReset(schedules, instant) ?? Infinity,
  ) {
    this.#schedules = schedules;
    this.#start = instant;
    this.#base = count;
    this.#lastReset = lastReset;
    this.#nextReset = nextReset;
  }

  /** A copy, which changes of this one do not change. */
  copy(): LiveCount {
    const [schedules, lastReset] = [this.#schedules, this.#lastReset];
    const start = { schedules, lastReset, instant: this.#start, count: this.#base };
    const copy = new LiveCount(start, this.#nextReset);
    copy.#instants = this.#instants.slice();
    copy.#steps = this.#steps.slice();
    copy.#counts = this.#counts.slice();
    copy.#due = this.#due;
    copy.#forgetAt = this.#forgetAt;
    return copy;
  }

  /** Events before this instant, in ms, cannot be put in their place. */
  get start(): number {
    return this.#start;
  }

  /**
   * Adds an event after all that are known of its instant.
   *
   * @param instant in ms
   * @param direction +1 an entrance, -1 an exit (D4)
   */
  add(instant: number, direction: number): ChangePosition {
    if (instant < this.#start) return instant < this.#lastReset ? "late" : "lost";
    const index = firstAfter(this.#instants, instant);
    const place = index >= this.#due ? "head" : "late";
    this.#insert(index, instant, direction);
    return place;
  }

  /**
   * Forgets nothing from now on until it is let go.
   *
   * @param from the first instant, in ms, at which events are to be added
   * @param to the last one
   * @returns whether all of them can be put in their place, or come before a reset and change nothing
   */
  keep(from: number, to: number): boolean {
    if (to >= this.#lastReset && Math.max(from, this.#lastReset) < this.#start) return false;
    this.#forgetAt = Infinity;
    return true;
  }

  /** Forgets what is old again. */
  letGo(): void {
    this.#forgetAt = 2 * REMEMBERED_CHANGES;
  }

  /** When the last change fell due, where that was a reset, in ms; else null. */
  get endsInReset(): number | null {
    const last = this.#due === 0 ? this.#lastReset >= this.#start : this.#steps[this.#due - 1] === RESET;
    return last ? this.#lastReset : null;
  }

  /** The count at the present: after all changes that have fallen due by then, in people. */
  at(now: number): number {
    this.#addResets(now);
    while (this.#due < this.#instants.length && (this.#instants[this.#due] as number) <= now) {
      if (this.#steps[this.#due] === RESET) this.#lastReset = this.#instants[this.#due] as number;
      this.#due++;
    }
    this.#forget();
    return this.#due === 0 ? this.#base : (this.#counts[this.#due - 1] as number);
  }

  /**
   * N at an instant (D7); where that lies ahead, as far as is known of it.
   *
   * @returns null where that lies before what is remembered
   */
  countAt(instant: number, now: number): number | null {
    this.at(now);
    if (instant < this.#start) return null;
    this.#addResets(instant);
    const after = firstAfter(this.#instants, instant);
    return after === 0 ? this.#base : (this.#counts[after - 1] as number);
  }

  /** Puts the daily resets up to an instant in their places, before the events of their instants (D6). */
  #addResets(until: number): void {
    while (this.#nextReset <= until) {
      const instant = this.#nextReset;
      this.#insert(firstAfter(this.#instants, instant - 1), instant, RESET);
      this.#nextReset = nextDailyReset(this.#schedules, instant) ?? Infinity;
    }
  }

  #insert(index: number, instant: number, step: number): void {
    // Most changes come last.
    if (index === this.#instants.length) {
      const before = index === 0 ? this.#base : (this.#counts[index - 1] as number);
      this.#instants.push(instant);
      this.#steps.push(step);
      this.#counts.push(step === RESET ? 0 : Math.max(FLOOR, before + step));
      if (index < this.#due) this.#due++;
      return;
    }
    this.#instants.splice(index, 0, instant);
    this.#steps.splice(index, 0, step);
    this.#counts.splice(index, 0, 0);
    if (index < this.#due) this.#due++;
    let count = index === 0 ? this.#base : (this.#counts[index - 1] as number);
    for (let i = index; i < this.#steps.length; i++) {
      const each = this.#steps[i] as number;
      count = each === RESET ? 0 : Math.max(FLOOR, count + each);
      // From where the count is what it was, it stays so.
      if (i > index && this.#counts[i] === count) break;
      this.#counts[i] = count;
    }
  }

  /** Forgets the oldest changes when there are twice as many as are to be remembered. */
  #forget(): void {
    if (this.#due < this.#forgetAt) return;
    this.#forgetAt = 2 * REMEMBERED_CHANGES;
    let first = this.#due - REMEMBERED_CHANGES;
    const start = this.#instants[first] as number;
    // Changes of the same instant are kept together, since a late event comes after all of them.
    while (first > 0 && this.#instants[first - 1] === start) first--;
    if (first === 0) {
      this.#forgetAt = 2 * this.#due;
      return;
    }
    this.#base = this.#counts[first - 1] as number;
    this.#start = start;
    this.#due -= first;
    for (const list of [this.#instants, this.#steps, this.#counts]) list.splice(0, first);
  }
}

/** The step of a daily reset. */
const RESET = 0;

/** The index of the first of some ascending instants that lies after another. */
function firstAfter(instants: readonly number[], instant: number): number {
  let low = 0;
  let high = instants.length;
  // Most changes come last.
  if (high === 0 || (instants[high - 1] as number) <= instant) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((instants[middle] as number) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
