import { FAILING_CALL_GAP_MS } from "../../domain/limits.ts";
import type { Alarm } from "./alarm.ts";
import { Fifo } from "./fifo.ts";
import type { Receiver } from "./lane.ts";

/** Lets receivers that fail be called in turn, one call in so many ms for all of them. */
export class FailingReceivers {
  readonly #alarm: Alarm;
  readonly #callNext: (receiver: Receiver) => void;
  readonly #waiting = new Fifo<Receiver>();
  readonly #added = new Set<Receiver>();

  /** @param callNext begins the next call to a receiver, if there is one */
  constructor(alarm: Alarm, callNext: (receiver: Receiver) => void) {
    this.#alarm = alarm;
    this.#callNext = callNext;
  }

  /** Puts a receiver at the end of the queue, unless it is in it. */
  add(receiver: Receiver): void {
    if (this.#added.has(receiver)) return;
    if (this.#waiting.length === 0) this.#wait();
    this.#added.add(receiver);
    this.#waiting.push(receiver);
  }

  #wait(): void {
    this.#alarm.after(FAILING_CALL_GAP_MS, () => {
      const receiver = this.#waiting.take();
      if (receiver === undefined) return;
      this.#added.delete(receiver);
      if (this.#waiting.length > 0) this.#wait();
      this.#callNext(receiver);
    });
  }
}
