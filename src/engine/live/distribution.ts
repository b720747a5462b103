import { yieldToEventLoop } from "../yielding.ts";
import { batchesOf, type MessageBatch, type Subscription } from "./subscription.ts";

/** Steps of handing over before others have their turn: some 20 ms of work, or less. */
export const STEPS_AT_ONCE = 2_000;

/** Messages of a batch that are written in a step, where they have been encoded for another subscription. */
const WRITTEN_A_STEP = 50;

/** Hands what is published to all subscriptions, a bounded number of them in each round of the event loop. */
export class Distribution {
  readonly #subscriptions = new Set<Subscription>();
  /** Those that have not been handed what waits for them; null while nothing waits. */
  #left: IterableIterator<Subscription> | null = null;
  readonly #encoded = new WeakSet<MessageBatch>();
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
    let left = STEPS_AT_ONCE;
    while (this.#isMore) {
      this.#isMore = false;
      this.#left = this.#subscriptions.values();
      for (const subscription of this.#left) {
        for (;;) {
          const given = subscription.handOverNext();
          if (given === null) break;
          left -= this.#stepsOf(given);
          if (left > 0) continue;
          await yieldToEventLoop();
          left = STEPS_AT_ONCE;
        }
      }
    }
    this.#left = null;
  }

  /** The steps of handing over a batch: more where it is the first time, since its messages are encoded then. */
  #stepsOf(batch: MessageBatch): number {
    if (this.#encoded.has(batch)) return 1 + Math.ceil(batch.length / WRITTEN_A_STEP);
    this.#encoded.add(batch);
    return 1 + batch.length;
  }
}
