/** The maximum lateness, in ms; anything later counts as this late. */
const LATE_MS_MAX = 60_000;

/** How many events' times are kept, the last ones. */
const EVENTS_KEPT = 10_000;

/** When events were acknowledged, in ms; null until they are. What comes before that is not late. */
export class Acknowledgements {
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

  /** The time from the acknowledgement of an event to its notification, in ms. */
  lateness(timestamp: string): number {
    const time = this.#times.get(timestamp);
    if (time === undefined) return LATE_MS_MAX;
    return time === null ? 0 : performance.now() - time;
  }
}

/** How late many things were, to the millisecond. */
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

  /** The millisecond within which a share of them was. */
  quantile(share: number): number {
    let left = this.count * share;
    for (const [ms, count] of this.#perMs.entries()) {
      left -= count;
      if (left <= 0) return ms + 1;
    }
    return LATE_MS_MAX;
  }
}
