/** The largest recorded lateness, in ms. A greater one is recorded as this one. */
const LATE_MS_MAX = 60_000;

/** The number of events whose times are kept. */
const EVENTS_KEPT = 10_000;

/** The times at which the server acknowledged the last events. */
export class Acknowledgements {
  /** By timestamp of the event; null until it is acknowledged. */
  readonly #times = new Map<string, number | null>();

  posted(timestamp: string): void {
    this.#times.set(timestamp, null);
    if (this.#times.size <= EVENTS_KEPT) return;
    for (const oldest of this.#times.keys()) {
      this.#times.delete(oldest);
      return;
    }
  }

  acknowledged(timestamp: string): void {
    this.#times.set(timestamp, performance.now());
  }

  /** The time since the acknowledgement of an event, in ms: 0 before it, `LATE_MS_MAX` if it is not known. */
  lateness(timestamp: string): number {
    const time = this.#times.get(timestamp);
    if (time === undefined) return LATE_MS_MAX;
    return time === null ? 0 : performance.now() - time;
  }
}

/** A histogram of times in whole milliseconds. */
export class Lateness {
  count = 0;
  maxMs = 0;
  readonly #perMs = new Uint32Array(LATE_MS_MAX + 1);

  add(ms: number): void {
    this.count++;
    this.maxMs = Math.max(this.maxMs, ms);
    const index = Math.min(LATE_MS_MAX, Math.floor(ms));
    this.#perMs[index] = (this.#perMs[index] ?? 0) + 1;
  }

  /** The quantile in ms, rounded up; `share` is from 0 to 1. */
  quantile(share: number): number {
    let left = this.count * share;
    for (const [ms, count] of this.#perMs.entries()) {
      left -= count;
      if (left <= 0) return ms + 1;
    }
    return LATE_MS_MAX;
  }
}
