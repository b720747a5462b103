import type { AttemptOutcome, DeliveryStore } from "../ports/delivery-store.ts";
import type { Alarm, Cancel } from "./alarm.ts";

/** How long outcomes wait to be written with others, in ms. */
const GATHER_MS = 100;

/** How long to wait before what could not be written is tried again, in ms. */
const AGAIN_MS = 1_000;

interface OutcomeLogParts {
  readonly store: Pick<DeliveryStore, "record">;
  readonly alarm: Alarm;
  /** Outcomes that may wait. */
  readonly max: number;
  /** So many have been written, and there is room again. */
  readonly written: (outcomes: number) => void;
  readonly failed: (error: unknown) => void;
}

/** Writes the outcomes of attempts in groups, one at a time, in the order in which they came. */
export class OutcomeLog {
  readonly #parts: OutcomeLogParts;
  #waiting: AttemptOutcome[] = [];
  #inWriting = 0;
  #writing: Promise<boolean> | null = null;
  #cancel: Cancel | null = null;
  #isClosed = false;

  constructor(parts: OutcomeLogParts) {
    this.#parts = parts;
  }

  get isFull(): boolean {
    return this.#waiting.length + this.#inWriting >= this.#parts.max;
  }

  add(outcome: AttemptOutcome): void {
    if (this.#isClosed) return;
    this.#waiting.push(outcome);
    if (this.isFull) void this.#write();
    else this.#schedule(GATHER_MS);
  }

  /** Writes what waits now; false where that could not be done. */
  async flush(): Promise<boolean> {
    if (this.#writing !== null && !(await this.#writing)) return false;
    return this.#waiting.length === 0 || this.#write();
  }

  /** Writes what waits and takes nothing more. */
  async close(): Promise<void> {
    await this.flush();
    this.#isClosed = true;
    this.#cancel?.();
  }

  #schedule(delayMs: number): void {
    this.#cancel ??= this.#parts.alarm.after(delayMs, () => {
      this.#cancel = null;
      void this.#write();
    });
  }

  #write(): Promise<boolean> {
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeWaiting(): Promise<boolean> {
    const outcomes = this.#waiting;
    if (outcomes.length === 0) return true;
    this.#waiting = [];
    this.#inWriting = outcomes.length;
    try {
      await this.#parts.store.record(outcomes);
    } catch (error) {
      this.#waiting = outcomes.concat(this.#waiting);
      this.#inWriting = 0;
      this.#parts.failed(error);
      if (!this.#isClosed) this.#schedule(AGAIN_MS);
      return false;
    }
    this.#inWriting = 0;
    this.#parts.written(outcomes.length);
    if (this.#waiting.length > 0 && !this.#isClosed) this.#schedule(GATHER_MS);
    return true;
  }
}
