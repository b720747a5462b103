import { invalid } from "./errors.ts";
import { SECOND_MS } from "./instant.ts";
import { EVENT_AHEAD_MS_MAX } from "./limits.ts";
import type { TimeSpan } from "./local-hours.ts";

/** The current time, injected into everything that depends on it (D3). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/**
 * Clips a range to the past: responses never include the future (D3).
 *
 * @returns the range in ms, half-open; empty unless `start` is before `end`
 * @throws HeadcountError `invalid` if the range ends before it starts
 */
export function clipToPast(start: number, end: number, now: number): TimeSpan {
  if (start > end) throw invalid("start_time", "must not be after end_time");
  return { start, end: Math.max(start, Math.min(end, now)) };
}

/**
 * An instant that a client states as present or past. The clocks of clients run ahead, so an instant up to
 * `EVENT_AHEAD_MS_MAX` in the future is taken as the current time (D3).
 *
 * @returns the instant in ms, at most `now`
 * @throws HeadcountError `invalid` for a later instant, naming `path`
 */
export function presentAtLatest(instant: number, now: number, path: string): number {
  if (instant > now + EVENT_AHEAD_MS_MAX) throw invalid(path, "must not be in the future");
  return Math.min(instant, now);
}

/** How long the clock is held after the system clock went back, in ms, before it follows. */
export const CLOCK_HOLD_MS = 30 * SECOND_MS;

/** Smallest step of the system clock that is reported, in ms: smaller ones are routine corrections by time services. */
export const CLOCK_STEP_MS_MIN = 2 * SECOND_MS;

export interface ClockStep {
  /**
   * `held`: the system clock went back and this clock holds. `back`: this clock followed it. `forward`: it jumped
   * ahead.
   */
  readonly kind: "held" | "back" | "forward";
  /** Size of the step, in ms. */
  readonly ms: number;
  /** The current time after the step, in ms since the epoch. */
  readonly instant: number;
}

/**
 * The system clock, held while it runs behind an earlier reading, so that new rows are not dated before existing ones.
 * After CLOCK_HOLD_MS the step counts as a correction and `follow` moves the clock back.
 */
export class SteadyClock implements Clock {
  readonly #source: Clock;
  readonly #elapsed: Clock;
  #latest = -Infinity;
  /** Readings of both clocks at the last comparison, in ms. */
  #compared: { readonly source: number; readonly elapsed: number } | null = null;
  /** Reading of the elapsed clock when the source was first found behind, in ms. */
  #behindSince: number | null = null;
  /** The last step detected; null if there was none. */
  lastStep: ClockStep | null = null;
  period = 0;

  /**
   * @param source the system clock
   * @param elapsed a monotonic clock, in ms since any instant
   */
  constructor(source: Clock, elapsed: Clock) {
    this.#source = source;
    this.#elapsed = elapsed;
  }

  now(): number {
    this.#latest = Math.max(this.#latest, this.#source.now());
    return this.#latest;
  }

  /**
   * Detects steps of the system clock, and follows it back after CLOCK_HOLD_MS. Call it at least once a second.
   *
   * @returns the step detected, or null
   */
  follow(): ClockStep | null {
    const source = this.#source.now();
    const elapsed = this.#elapsed.now();
    const jump =
      this.#compared === null ? 0 : source - this.#compared.source - elapsed + this.#compared.elapsed;
    this.#compared = { source, elapsed };
    const ahead = this.now() - source;
    let step: ClockStep | null = null;
    if (ahead <= 0) {
      this.#behindSince = null;
      if (jump >= CLOCK_STEP_MS_MIN) step = { kind: "forward", ms: jump, instant: source };
    } else if (this.#behindSince === null) {
      this.#behindSince = elapsed;
      if (ahead >= CLOCK_STEP_MS_MIN) step = { kind: "held", ms: ahead, instant: this.#latest };
    } else if (elapsed - this.#behindSince >= CLOCK_HOLD_MS) {
      this.#behindSince = null;
      this.#latest = source;
      this.period++;
      step = { kind: "back", ms: ahead, instant: source };
    }
    if (step !== null) this.lastStep = step;
    return step;
  }
}

/** Describes a step of the system clock and the server's reaction. */
export function describeStep({ kind, ms }: ClockStep): string {
  const seconds = `${Math.round(ms / SECOND_MS)} s`;
  const holdSeconds = CLOCK_HOLD_MS / SECOND_MS;
  switch (kind) {
    case "held":
      return `the system clock went back by ${seconds}; the server follows it in ${holdSeconds} s unless it catches up`;
    case "back":
      return `the server has followed the system clock back by ${seconds}; data stored since then keeps its timestamps`;
    case "forward":
      return `the system clock went forward by ${seconds}`;
  }
}
