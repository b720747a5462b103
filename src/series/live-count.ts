import { firstIndex } from "../domain/collections.ts";
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

/** A start with when the next daily reset falls due, in ms. */
interface ResumedStart extends LiveStart {
  readonly nextReset: number;
}

/**
 * The current count of one space, updated with each event (D6, D7). It keeps the last changes with the count after
 * each: a late event among them is inserted, and one before a later reset has no effect. An event may be ahead of the
 * clock and counts when it is due (D3). After an explicit reset or a correction the caller must rebuild the live count.
 */
export class LiveCount {
  /** The start of the kept changes, and the resets. It is replaced, never changed: copies share it. */
  #start: ResumedStart;
  /**
   * The kept changes in the order of D6: instants, in ms, steps, and the count after each, in people. Copies share these
   * lists, so an element is never replaced; those from `#length` on belong to copies.
   */
  #instants: number[] = [];
  #steps: number[] = [];
  #counts: number[] = [];
  /** Number of kept changes. */
  #length = 0;
  /** Number of kept changes that are due. */
  #due = 0;

  constructor(start: LiveStart | ResumedStart) {
    this.#start =
      "nextReset" in start
        ? start
        : { ...start, nextReset: nextDailyReset(start.schedules, start.instant) ?? Infinity };
  }

  /** An independent copy. */
  copy(): LiveCount {
    const copy = new LiveCount(this.#start);
    copy.#instants = this.#instants;
    copy.#steps = this.#steps;
    copy.#counts = this.#counts;
    copy.#length = this.#length;
    copy.#due = this.#due;
    return copy;
  }

  /** Events before this instant, in ms, cannot be inserted. */
  get start(): number {
    return this.#start.instant;
  }

  /**
   * Adds an event after all known events of its instant.
   *
   * @param instant in ms
   * @param direction +1 an entrance, -1 an exit (D4)
   */
  add(instant: number, direction: number): ChangePosition {
    if (instant < this.start) return instant < this.#start.lastReset ? "late" : "lost";
    const index = this.#firstAfter(instant);
    const position = index >= this.#due ? "head" : "late";
    this.#insert(index, instant, direction);
    return position;
  }

  /**
   * Whether all events in a range can be inserted, or are before a reset and have no effect.
   *
   * @param from the first instant, in ms
   * @param to the last one
   */
  reachesBack(from: number, to: number): boolean {
    const { instant, lastReset } = this.#start;
    return to < lastReset || Math.max(from, lastReset) >= instant;
  }

  /** The last reset that is due, in ms; -Infinity if there is none. */
  get lastReset(): number {
    return this.#start.lastReset;
  }

  /** The instant, in ms, of the last due change if it is a reset; else null. */
  get endsInReset(): number | null {
    const { instant, lastReset } = this.#start;
    const last = this.#due === 0 ? lastReset >= instant : this.#steps[this.#due - 1] === RESET;
    return last ? lastReset : null;
  }

  /** The count at the current time, in people. */
  at(now: number): number {
    this.#addResets(now);
    while (this.#due < this.#length && (this.#instants[this.#due] as number) <= now) {
      if (this.#steps[this.#due] === RESET)
        this.#start = { ...this.#start, lastReset: this.#instants[this.#due] as number };
      this.#due++;
    }
    return this.#countAfter(this.#due);
  }

  /**
   * N at an instant (D7); for a future instant, according to the events known so far.
   *
   * @returns null before the kept changes
   */
  countAt(instant: number, now: number): number | null {
    this.at(now);
    if (instant < this.start) return null;
    this.#addResets(instant);
    return this.#countAfter(this.#firstAfter(instant));
  }

  /** The count after some of the kept changes, in people. */
  #countAfter(changes: number): number {
    return changes === 0 ? this.#start.count : (this.#counts[changes - 1] as number);
  }

  /** Inserts the daily resets up to an instant, before the events of their instants (D6). */
  #addResets(until: number): void {
    while (this.#start.nextReset <= until) {
      const { schedules, nextReset } = this.#start;
      this.#insert(this.#firstAfter(nextReset - 1), nextReset, RESET);
      this.#start = { ...this.#start, nextReset: nextDailyReset(schedules, nextReset) ?? Infinity };
    }
  }

  #insert(index: number, instant: number, step: number): void {
    const laterInstants = this.#instants.slice(index, this.#length);
    const laterSteps = this.#steps.slice(index, this.#length);
    if (index < this.#instants.length) this.#keep(0, index);
    if (index < this.#due) this.#due++;
    this.#append(instant, step);
    for (const [i, each] of laterInstants.entries()) this.#append(each, laterSteps[i] as number);
  }

  #append(instant: number, step: number): void {
    const count = this.#countAfter(this.#length);
    this.#instants.push(instant);
    this.#steps.push(step);
    this.#counts.push(step === RESET ? 0 : Math.max(FLOOR, count + step));
    this.#length++;
  }

  /** Keeps a half-open range of the changes, in lists of its own. */
  #keep(from: number, to: number): void {
    this.#instants = this.#instants.slice(from, to);
    this.#steps = this.#steps.slice(from, to);
    this.#counts = this.#counts.slice(from, to);
    this.#length = to - from;
  }

  /** Drops the oldest due changes if there are twice as many as must be kept. */
  dropOld(): void {
    if (this.#due < 2 * REMEMBERED_CHANGES) return;
    const instant = this.#instants[this.#due - REMEMBERED_CHANGES] as number;
    // Changes of the same instant stay together, since a late event comes after all of them.
    const first = this.#firstAfter(instant - 1);
    if (first === 0) return;
    this.#start = { ...this.#start, instant, count: this.#countAfter(first) };
    this.#due -= first;
    this.#keep(first, this.#length);
  }

  #firstAfter(instant: number): number {
    return firstIndex(0, this.#length, (index) => (this.#instants[index] as number) > instant);
  }
}

const RESET = 0;
