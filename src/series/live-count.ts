import { nextDailyReset, type ResetSchedule } from "../domain/daily-reset.ts";
import { FLOOR } from "./replay-plan.ts";

/** Changes kept by a live count, so that late events among them can be inserted. */
export const REMEMBERED_CHANGES = 256;

/** The initial state of a live count. */
export interface LiveStart {
  /** Source of future daily resets (D8). */
  readonly schedules: readonly ResetSchedule[];
  /** In ms. Earlier events are only included in `count`. */
  readonly instant: number;
  /** The count at that instant, in people: after its resets, before its events. */
  readonly count: number;
  /** The last reset at or before that instant, in ms; -Infinity if there is none. */
  readonly lastReset: number;
}

/**
 * Position of an event in a space's history: `head` after all changes that are due, `late` before some of them, `lost`
 * before the kept changes where it may matter: the count must be rebuilt.
 */
export type ChangePosition = "head" | "late" | "lost";

/**
 * The current count of one space, updated with each event (D6, D7). It keeps the last changes with the count after
 * each: a late event among them is inserted, and one before a later reset has no effect. An event may be ahead of the
 * clock and counts when it is due (D3). After an explicit reset or a correction the caller must rebuild the live count.
 */
export class LiveCount {
  readonly #schedules: readonly ResetSchedule[];
  /** Kept changes in the order of D6: instants, steps, and the count after each, up to `#length`. */
  #instants: number[] = [];
  #steps: number[] = [];
  #counts: number[] = [];
  #length = 0;
  /** Number of leading changes shared with another live count; Infinity if a copy may append to the same lists. */
  #shared = 0;
  /** Start of the kept changes, and the count at it. */
  #start: number;
  #base: number;
  /** Number of kept changes that are due. */
  #due = 0;
  #lastReset: number;
  #nextReset: number;
  /** Number of due changes at which the oldest are dropped. */
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

  /**
   * An independent copy. It shares the kept changes: most copies only append changes, and then replace this live count.
   * Either of the two copies the lists before it changes them in another way.
   */
  copy(): LiveCount {
    const [schedules, lastReset] = [this.#schedules, this.#lastReset];
    const start = { schedules, lastReset, instant: this.#start, count: this.#base };
    const copy = new LiveCount(start, this.#nextReset);
    // Two copies cannot append to the same lists.
    if (this.#shared === Infinity) this.#ownChanges();
    copy.#instants = this.#instants;
    copy.#steps = this.#steps;
    copy.#counts = this.#counts;
    copy.#length = this.#length;
    copy.#shared = this.#length;
    this.#shared = Infinity;
    copy.#due = this.#due;
    copy.#forgetAt = this.#forgetAt;
    return copy;
  }

  /** Events before this instant, in ms, cannot be inserted. */
  get start(): number {
    return this.#start;
  }

  /**
   * Adds an event after all known events of its instant.
   *
   * @param instant in ms
   * @param direction +1 an entrance, -1 an exit (D4)
   */
  add(instant: number, direction: number): ChangePosition {
    if (instant < this.#start) return instant < this.#lastReset ? "late" : "lost";
    const index = this.#firstAfter(instant);
    const position = index >= this.#due ? "head" : "late";
    this.#insert(index, instant, direction);
    return position;
  }

  /**
   * Drops no changes until `letGo`.
   *
   * @param from the first instant, in ms, at which events are to be added
   * @param to the last one
   * @returns whether all of them can be inserted, or are before a reset and have no effect
   */
  keep(from: number, to: number): boolean {
    if (to >= this.#lastReset && Math.max(from, this.#lastReset) < this.#start) return false;
    this.#forgetAt = Infinity;
    return true;
  }

  /** Resumes dropping old changes. */
  letGo(): void {
    this.#forgetAt = 2 * REMEMBERED_CHANGES;
  }

  /** The instant, in ms, of the last due change if it is a reset; else null. */
  get endsInReset(): number | null {
    const last = this.#due === 0 ? this.#lastReset >= this.#start : this.#steps[this.#due - 1] === RESET;
    return last ? this.#lastReset : null;
  }

  /** The count at the current time, in people. */
  at(now: number): number {
    this.#addResets(now);
    while (this.#due < this.#length && (this.#instants[this.#due] as number) <= now) {
      if (this.#steps[this.#due] === RESET) this.#lastReset = this.#instants[this.#due] as number;
      this.#due++;
    }
    this.#forget();
    return this.#due === 0 ? this.#base : (this.#counts[this.#due - 1] as number);
  }

  /**
   * N at an instant (D7); for a future instant, according to the events known so far.
   *
   * @returns null before the kept changes
   */
  countAt(instant: number, now: number): number | null {
    this.at(now);
    if (instant < this.#start) return null;
    this.#addResets(instant);
    const after = this.#firstAfter(instant);
    return after === 0 ? this.#base : (this.#counts[after - 1] as number);
  }

  /** Inserts the daily resets up to an instant, before the events of their instants (D6). */
  #addResets(until: number): void {
    while (this.#nextReset <= until) {
      const instant = this.#nextReset;
      this.#insert(this.#firstAfter(instant - 1), instant, RESET);
      this.#nextReset = nextDailyReset(this.#schedules, instant) ?? Infinity;
    }
  }

  #insert(index: number, instant: number, step: number): void {
    if (index < this.#shared) this.#ownChanges();
    this.#length++;
    // Fast path: most changes come last.
    if (index === this.#length - 1) {
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
    for (let i = index; i < this.#length; i++) {
      const each = this.#steps[i] as number;
      count = each === RESET ? 0 : Math.max(FLOOR, count + each);
      // From the first unchanged count on, all are unchanged.
      if (i > index && this.#counts[i] === count) break;
      this.#counts[i] = count;
    }
  }

  /** Drops the oldest changes when there are twice as many as to be kept. */
  #forget(): void {
    if (this.#due < this.#forgetAt) return;
    this.#forgetAt = 2 * REMEMBERED_CHANGES;
    let first = this.#due - REMEMBERED_CHANGES;
    const start = this.#instants[first] as number;
    // Changes of the same instant stay together, since a late event comes after all of them.
    while (first > 0 && this.#instants[first - 1] === start) first--;
    if (first === 0) {
      this.#forgetAt = 2 * this.#due;
      return;
    }
    this.#base = this.#counts[first - 1] as number;
    this.#start = start;
    this.#due -= first;
    if (this.#shared > 0) this.#ownChanges();
    this.#length -= first;
    for (const list of [this.#instants, this.#steps, this.#counts]) list.splice(0, first);
  }

  /** Copies the lists of kept changes, so that no other live count shares them. */
  #ownChanges(): void {
    this.#instants = this.#instants.slice(0, this.#length);
    this.#steps = this.#steps.slice(0, this.#length);
    this.#counts = this.#counts.slice(0, this.#length);
    this.#shared = 0;
  }

  #firstAfter(instant: number): number {
    const instants = this.#instants;
    let low = 0;
    let high = this.#length;
    // Fast path: most changes come last.
    if (high === 0 || (instants[high - 1] as number) <= instant) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((instants[middle] as number) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const RESET = 0;
