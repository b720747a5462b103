import type { Clock } from "../../domain/clock.ts";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import type { LogRecord } from "../ports.ts";

/** A greater step of the log's clock is an error of it, unless the system's clock agrees with it as closely. */
const STEP_MS_MAX = 60 * SECOND_MS;

/**
 * The time of a log that engines share: its clock, as it was asked last, carried on by the monotonic clock of this
 * machine, and at least the time of the last record. It never goes back. The system's clock only decides whether a great
 * step is followed: it agrees after this machine was suspended, which stops the monotonic clock, and after the log's clock
 * was corrected.
 */
export class LogClock implements Clock {
  readonly #elapsed: Clock;
  readonly #system: Clock;
  /** The time of the log minus that of the monotonic clock, in ms; null before the first reading. */
  #ahead: number | null = null;
  /** The greatest of this minute's readings of it, and when the minute began on the monotonic clock. */
  #greatest = -Infinity;
  #since = -Infinity;
  #latest = -Infinity;
  /** The step that is not followed, in ms; 0 if there is none. */
  #refused = 0;

  /**
   * @param elapsed a monotonic clock, in ms since any instant
   * @param system the system's clock
   */
  constructor(elapsed: Clock, system: Clock) {
    this.#elapsed = elapsed;
    this.#system = system;
  }

  now(): number {
    if (this.#ahead === null) throw new Error("invariant broken: the log's clock has not been read");
    this.#latest = Math.max(this.#latest, Math.floor(this.#elapsed.now() + this.#ahead));
    return this.#latest;
  }

  /**
   * Follows a reading of the log's clock.
   *
   * @returns the first time the step, in ms, of a clock that was set by too much to be followed; else null
   */
  follow(now: number): number | null {
    const ahead = now - this.#elapsed.now();
    const step = this.#ahead === null ? 0 : ahead - this.#ahead;
    if (Math.abs(step) > STEP_MS_MAX) {
      if (Math.abs(now - this.#system.now()) > STEP_MS_MAX) return this.#refuse(step);
      this.#ahead = null;
      this.#greatest = -Infinity;
    }
    this.#refused = 0;
    // An answer that was long under way gives too small a time, so the greatest of a minute counts.
    this.#greatest = Math.max(this.#greatest, ahead);
    const isOver = this.#elapsed.now() - this.#since > MINUTE_MS;
    if (isOver || this.#ahead === null || ahead > this.#ahead) this.#ahead = this.#greatest;
    if (isOver) {
      this.#greatest = ahead;
      this.#since = this.#elapsed.now();
    }
    return null;
  }

  #refuse(step: number): number | null {
    const isNew = Math.abs(step - this.#refused) > STEP_MS_MAX;
    this.#refused = step;
    return isNew ? step : null;
  }

  /** A record's time is past for all that follow it. */
  apply({ now }: Pick<LogRecord, "now">): void {
    this.#latest = Math.max(this.#latest, now);
  }
}
