import { FAILING_CALL_GAP_MS } from "../../domain/limits.ts";
import type { Receiver } from "./delivery-queue.ts";
import { Fifo } from "./fifo.ts";
import type { Timers } from "./timers.ts";

/** Serves failing receivers in turn, with one call per FAILING_CALL_GAP_MS in total. */
export class FailingReceivers {
  readonly #timers: Timers;
  readonly #callNext: (receiver: Receiver) => void;
  readonly #waiting = new Fifo<Receiver>();
  readonly #members = new Set<Receiver>();

  /** @param callNext starts the next call to a receiver, if there is one */
  constructor(timers: Timers, callNext: (receiver: Receiver) => void) {
    this.#timers = timers;
    this.#callNext = callNext;
  }

  /** Appends a receiver to the queue, unless it is in it. */
  add(receiver: Receiver): void {
    if (this.#members.has(receiver)) return;
    if (this.#waiting.length === 0) this.#wait();
    this.#members.add(receiver);
    this.#waiting.push(receiver);
  }

  #wait(): void {
    this.#timers.after(FAILING_CALL_GAP_MS, () => {
      const receiver = this.#waiting.take();
      if (receiver === undefined) return;
      this.#members.delete(receiver);
      if (this.#waiting.length > 0) this.#wait();
      this.#callNext(receiver);
    });
  }
}
