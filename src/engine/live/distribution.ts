import { othersTurn } from "../pacing.ts";
import { batchesOf, type MessageBatch, type Subscription } from "./subscription.ts";

/**
 * Batches and messages that are handed over before others have their turn: some 20 ms of work where they are a message
 * for each of many subscriptions, some 10 ms where they are many messages for one.
 */
export const HANDED_OVER_AT_ONCE = 2_000;

/** Hands what is published to all subscriptions, a bounded number of them in each round of the event loop. */
export class Distribution {
  readonly #subscriptions = new Set<Subscription>();
  /** Those that have not been handed what waits for them; null while nothing waits. */
  #left: IterableIterator<Subscription> | null = null;
  /** Whether something was published since that round began. */
  #isMore = false;

  get size(): number {
    return this.#subscriptions.size;
  }

  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
  }

  /** The first subscriptions are handed the messages at once. */
  publish(messages: MessageBatch): void {
    for (const batch of batchesOf(messages))
      for (const subscription of this.#subscriptions) subscription.publish(batch);
    this.#isMore = true;
    if (this.#left === null) void this.#handOver();
  }

  async #handOver(): Promise<void> {
    let handedOver = 0;
    while (this.#isMore) {
      this.#isMore = false;
      this.#left = this.#subscriptions.values();
      for (const subscription of this.#left) {
        for (let given = subscription.handOverNext(); given > 0; given = subscription.handOverNext()) {
          handedOver += 1 + given;
          if (handedOver < HANDED_OVER_AT_ONCE) continue;
          handedOver = 0;
          await othersTurn();
        }
      }
    }
    this.#left = null;
  }
}
