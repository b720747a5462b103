import type { Clock } from "../../src/domain/instant.ts";
import type { Cancel, Timers } from "../../src/engine/deliveries/timers.ts";

interface Due {
  readonly instant: number;
  readonly run: () => void;
}

/** A clock with its timers, which moves when it is told to. */
export class FakeTime implements Clock, Timers {
  #now: number;
  readonly #due = new Set<Due>();

  /** @param now in ms */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): Cancel {
    const due = { instant: this.#now + Math.max(0, delayMs), run };
    this.#due.add(due);
    return () => this.#due.delete(due);
  }

  /** Lets time pass, and everything happen that falls due meanwhile, in order. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next !== null; next = this.#next(end)) {
      this.#due.delete(next);
      this.#now = Math.max(this.#now, next.instant);
      next.run();
      await settled();
    }
    this.#now = end;
  }

  #next(end: number): Due | null {
    let next: Due | null = null;
    for (const due of this.#due) {
      if (due.instant <= end && (next === null || due.instant < next.instant)) next = due;
    }
    return next;
  }
}

/** When everything that waits for nothing but its turn has had it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
