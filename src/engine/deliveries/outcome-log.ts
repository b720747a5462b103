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
  #waiting: AttemptOutcome[] = [];
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

  /** Notes that outcomes are stored. They may be written ones of which no answer came: these are not written again. */
  stored(outcomes: readonly AttemptOutcome[]): void {
    if (outcomes.length === 0) return;
    const stored = new Set(outcomes.map(nameOf));
    this.#remove((outcome) => stored.has(nameOf(outcome)));
  }

  #remove(isGone: (outcome: AttemptOutcome) => boolean): void {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((outcome) => !isGone(outcome));
    if (this.#waiting.length < before) this.#written(before - this.#waiting.length);
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    let written: ReadonlySet<AttemptOutcome> = new Set();
    try {
      await this.#context.journal.transact(this.#context, (draft) => {
        const outcomes = this.#waiting.slice();
        written = new Set(outcomes);
        // Another engine may make these calls again: only its outcomes count then.
        if (outcomes.length > 0 && (this.#context.isOnDuty?.() ?? true)) draft.add({ outcomes });
      });
    } catch (error) {
      this.#context.observer.failed(error);
      this.#schedule(RETRY_MS);
      return;
    }
    this.#remove((outcome) => written.has(outcome));
  }
}

function nameOf({ deliveryId, attempt }: AttemptOutcome): string {
  return `${deliveryId} ${attempt}`;
}
