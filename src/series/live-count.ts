import { nextDailyReset, type ResetSchedule } from "../domain/daily-reset.ts";
import { ChangeList, RESET } from "./change-list.ts";
import type { Origin } from "./replay-plan.ts";

/** Changes kept by a live count at least, so that late events among them can be inserted. */
export const REMEMBERED_CHANGES = 256;

export interface LiveStart extends Origin {
  /** Source of future daily resets (D8). */
  readonly schedules: readonly ResetSchedule[];
  /** The last reset at or before its instant, in ms; -Infinity if there is none. */
  readonly lastReset: number;
}

/**
 * Position of an event in a space's history: `head` after all changes that are due, `late` before some of them, `lost`
 * before the kept changes where it may matter: the count must be rebuilt.
 */
export type ChangePosition = "head" | "late" | "lost";

/** A start with when the next daily reset is due, in ms. */
interface ResumedStart extends LiveStart {
  readonly nextReset: number;
}

/**
 * The current count of one space, updated with each event (D6, D7). It keeps the last changes: a late event among them
 * is inserted, and one before a later reset has no effect. An event may be ahead of the clock and counts when it is due
 * (D3). After an explicit reset or a correction the caller must rebuild the live count.
 */
export class LiveCount {
  /** The start of the kept changes, and the resets that are due. It is replaced, never changed: copies share it. */
  #start: ResumedStart;
  readonly #changes: ChangeList;
  /** The first daily reset that is not among the changes yet, in ms: they may have some that are not due. */
  #nextReset: number;
  /** The changes up to this instant, in ms, are due. */
  #now = -Infinity;

  constructor(start: LiveStart | ResumedStart, changes = new ChangeList(start.count)) {
    this.#start =
      "nextReset" in start
        ? start
        : { ...start, nextReset: nextDailyReset(start.schedules, start.instant) ?? Infinity };
    this.#changes = changes;
    this.#nextReset = this.#start.nextReset;
  }

  copy(): LiveCount {
    const copy = new LiveCount(this.#start, this.#changes.copy());
    copy.#nextReset = this.#nextReset;
    copy.#now = this.#now;
    return copy;
  }

  /** Events before this instant, in ms, cannot be inserted. */
  get start(): number {
    return this.#start.instant;
  }

  get length(): number {
    return this.#changes.length;
  }

  /**
   * Adds an event after all known events of its instant.
   *
   * @param instant in ms
   * @param direction +1 an entrance, -1 an exit (D4)
   */
  add(instant: number, direction: number): ChangePosition {
    if (instant < this.start) return instant < this.#start.lastReset ? "late" : "lost";
    const isLate = this.#changes.hasBetween(instant, this.#now);
    this.#changes.add(instant, direction);
    return isLate ? "late" : "head";
  }

  /** Adds an event, as `add` does, that is not before the start, and whose position does not matter. */
  load(instant: number, direction: number): void {
    this.#changes.add(instant, direction);
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
    return (this.#changes.isResetAt(this.#now) ?? lastReset >= instant) ? lastReset : null;
  }

  /** Lets the changes up to the current time fall due, which is less work than to ask for the count. */
  advance(now: number): void {
    this.#addResets(now);
    this.#now = Math.max(this.#now, now);
    while (this.#start.nextReset <= this.#now) {
      const { schedules, nextReset } = this.#start;
      const next = nextDailyReset(schedules, nextReset) ?? Infinity;
      this.#start = { ...this.#start, lastReset: nextReset, nextReset: next };
    }
  }

  /** The count at the current time, in people. */
  at(now: number): number {
    this.advance(now);
    return this.#changes.countAt(this.#now);
  }

  /**
   * N at an instant (D7); for a future instant, according to the events known so far.
   *
   * @returns null before the kept changes
   */
  countAt(instant: number, now: number): number | null {
    this.advance(now);
    if (instant < this.start) return null;
    this.#addResets(instant);
    return this.#changes.countAt(instant);
  }

  #addResets(until: number): void {
    while (this.#nextReset <= until) {
      this.#changes.add(this.#nextReset, RESET);
      this.#nextReset = nextDailyReset(this.#start.schedules, this.#nextReset) ?? Infinity;
    }
  }

  /**
   * Drops old changes that are due.
   *
   * @param before the instant, in ms, before which they are old; the last `REMEMBERED_CHANGES` stay
   * @param most how many changes stay, even if more are not old
   */
  dropOld(before: number, most: number): void {
    const [until, least] = this.length > most ? [Infinity, most] : [before, REMEMBERED_CHANGES];
    const start = this.#changes.drop(Math.min(until, this.#now), least);
    if (start !== null) this.#start = { ...this.#start, ...start };
  }
}
