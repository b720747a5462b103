import { SECOND_MS } from "./instant.ts";

/** The present, injected wherever it matters (D3). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** How long the present stands still when the system clock has gone back, in ms, before it goes back, too. */
export const CLOCK_HOLD_MS = 30 * SECOND_MS;

/** Steps of the system clock up to this, in ms, are not reported: time services correct by as much in passing. */
export const CLOCK_STEP_MS_MIN = 2 * SECOND_MS;

/** A step that the system clock has made. */
export interface ClockStep {
  /** `held`: it went back, and the present stands still. `back`: the present followed it. `forward`: it jumped ahead. */
  readonly kind: "held" | "back" | "forward";
  /** How far, in ms. */
  readonly ms: number;
  /** The present after it, in ms since the epoch. */
  readonly instant: number;
}

/**
 * The present as the system's clock shows it, except that it does not go back at once: it stands still until the system's
 * clock has caught up, so that what was made now does not come to lie in the future. A clock that stays behind for longer
 * than CLOCK_HOLD_MS has been corrected, and the present follows it (`follow`).
 */
export class SteadyClock implements Clock {
  readonly #source: Clock;
  readonly #elapsed: Clock;
  #latest = -Infinity;
  /** What both clocks showed when they were last compared, in ms. */
  #compared: { readonly source: number; readonly elapsed: number } | null = null;
  /** When the source was first seen behind, on the other clock, in ms. */
  #behindSince: number | null = null;
  #lastStep: ClockStep | null = null;
  #period = 0;

  /**
   * @param source the system's clock
   * @param elapsed a clock that is never corrected, in ms since any instant
   */
  constructor(source: Clock, elapsed: Clock) {
    this.#source = source;
    this.#elapsed = elapsed;
  }

  now(): number {
    this.#latest = Math.max(this.#latest, this.#source.now());
    return this.#latest;
  }

  /** How often the present has gone back. */
  get period(): number {
    return this.#period;
  }

  /** The last step of the system clock that was noticed; null where there was none. */
  get lastStep(): ClockStep | null {
    return this.#lastStep;
  }

  /**
   * Looks whether the system's clock has been set, and follows it where it has been behind for CLOCK_HOLD_MS. To be called
   * every second or so.
   *
   * @returns the step that was noticed, or null
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
      this.#period++;
      step = { kind: "back", ms: ahead, instant: source };
    }
    if (step !== null) this.#lastStep = step;
    return step;
  }
}

/** Says what a step of the system clock was, and what the server does. */
export function describeStep({ kind, ms }: ClockStep): string {
  const seconds = `${Math.round(ms / SECOND_MS)} s`;
  const holdSeconds = CLOCK_HOLD_MS / SECOND_MS;
  switch (kind) {
    case "held":
      return `the system clock went back by ${seconds}; the server follows it in ${holdSeconds} s unless it catches up`;
    case "back":
      return `the server has followed the system clock back by ${seconds}; what was stored meanwhile keeps its times`;
    case "forward":
      return `the system clock went forward by ${seconds}`;
  }
}
