import { SerialQueue } from "../../domain/serial-queue.ts";
import type { AttemptOutcome } from "../ports.ts";
import type { DeliveryContext } from "./delivery-queue.ts";
import type { Cancel } from "./delivery-runtime.ts";

/** How long outcomes wait to be written together, in ms. */
const BATCH_DELAY_MS = 100;

/** How long to wait before a failed write is retried, in ms. */
const RETRY_MS = 1_000;

/** Writes the outcomes of attempts in batches, in order. */
export class OutcomeLog {
  readonly #context: DeliveryContext;
  readonly #written: (outcomes: number) => void;
  readonly #writes = new SerialQueue();
  /** The outcomes that have not been written. */
  readonly #waiting: AttemptOutcome[] = [];
  #cancel: Cancel | null = null;
  #isClosed = false;

  /** @param written called after a write, when there is room again */
  constructor(context: DeliveryContext, written: (outcomes: number) => void) {
    this.#context = context;
    this.#written = written;
  }

  /** Whether the outcomes of some further calls may wait. */
  hasRoomFor(calls: number): boolean {
    return this.#waiting.length + calls <= this.#context.bounds.outcomesWaiting;
  }

  add(outcome: AttemptOutcome): void {
    if (this.#isClosed) return;
    this.#waiting.push(outcome);
    this.#schedule(BATCH_DELAY_MS);
  }

  /** Writes all waiting outcomes now; a failure is retried. */
  flush(): Promise<void> {
    return this.#writes.run(() => this.#write());
  }

  /** Flushes, then ignores further outcomes. */
  async close(): Promise<void> {
    await this.flush();
    this.#isClosed = true;
    this.#cancel?.();
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed) return;
    this.#cancel ??= this.#context.timers.after(delayMs, () => {
      this.#cancel = null;
      void this.flush();
    });
  }

  async #write(): Promise<void> {
    const outcomes = this.#waiting.slice();
    if (outcomes.length === 0) return;
    try {
      await this.#context.journal.transact(this.#context, (draft) => draft.add({ outcomes }));
    } catch (error) {
      this.#context.observer.failed(error);
      this.#schedule(RETRY_MS);
      return;
    }
    this.#waiting.splice(0, outcomes.length);
    this.#written(outcomes.length);
  }
}
