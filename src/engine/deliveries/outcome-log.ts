import type { AttemptOutcome } from "../ports.ts";
import type { DeliveryContext } from "./delivery-queue.ts";
import type { Cancel } from "./delivery-runtime.ts";

/** How long outcomes wait to be written together, in ms. */
const BATCH_DELAY_MS = 100;

/** How long to wait before a failed write is retried, in ms. */
const RETRY_MS = 1_000;

/** Writes the outcomes of attempts in batches, one at a time, in order. */
export class OutcomeLog {
  readonly #context: DeliveryContext;
  readonly #written: (outcomes: number) => void;
  #waiting: AttemptOutcome[] = [];
  #beingWritten = 0;
  #writing: Promise<boolean> | null = null;
  #cancel: Cancel | null = null;
  #isClosed = false;

  /** @param written called after a write, when there is room again */
  constructor(context: DeliveryContext, written: (outcomes: number) => void) {
    this.#context = context;
    this.#written = written;
  }

  get isFull(): boolean {
    return this.#waiting.length + this.#beingWritten >= this.#context.bounds.outcomesWaiting;
  }

  add(outcome: AttemptOutcome): void {
    if (this.#isClosed) return;
    this.#waiting.push(outcome);
    if (this.isFull) void this.#write();
    else this.#schedule(BATCH_DELAY_MS);
  }

  /** Writes all waiting outcomes now; resolves to false if that fails. */
  async flush(): Promise<boolean> {
    if (this.#writing !== null && !(await this.#writing)) return false;
    return this.#waiting.length === 0 || this.#write();
  }

  /** Flushes, then ignores further outcomes. */
  async close(): Promise<void> {
    await this.flush();
    this.#isClosed = true;
    this.#cancel?.();
  }

  #schedule(delayMs: number): void {
    this.#cancel ??= this.#context.timers.after(delayMs, () => {
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
    this.#beingWritten = outcomes.length;
    try {
      await this.#context.store.record(outcomes);
    } catch (error) {
      this.#waiting = outcomes.concat(this.#waiting);
      this.#beingWritten = 0;
      this.#context.observer.failed(error);
      if (!this.#isClosed) this.#schedule(RETRY_MS);
      return false;
    }
    this.#beingWritten = 0;
    this.#written(outcomes.length);
    if (this.#waiting.length > 0 && !this.#isClosed) this.#schedule(BATCH_DELAY_MS);
    return true;
  }
}
