import { SOCKET_BACKLOG_MESSAGES_MAX } from "../../domain/limits.ts";
import { Fifo } from "../deliveries/fifo.ts";
import { yieldToEventLoop } from "../yielding.ts";
import type { PublishedMessage } from "./notifications.ts";

/** Steps of handing over before other work of the event loop runs: some 20 ms of work, or less. */
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

/** Why a listener gets no more: it is too slow, or the log, from which it wanted a replay, is unreadable. */
export type GivenUp = "behind" | "unreadable";

/** Messages in order. Listeners that want all of them are given the same batch, so that it is encoded once. */
export type MessageBatch = readonly PublishedMessage[];

/** What receives live messages. */
export interface FeedListener {
  /** Takes a batch. Where it answers a promise, more come when that has resolved. */
  take(messages: MessageBatch): Promise<void> | undefined;
  /** It gets no more. */
  giveUp(reason: GivenUp, cause?: unknown): void;
}

/** Messages that a listener is given at a time. */
const BATCH_MESSAGES = 500;

/** Messages as batches. */
function batchesOf(messages: MessageBatch): MessageBatch[] {
  if (messages.length <= BATCH_MESSAGES) return [messages];
  const count = Math.ceil(messages.length / BATCH_MESSAGES);
  return Array.from({ length: count }, (_, i) =>
    messages.slice(i * BATCH_MESSAGES, (i + 1) * BATCH_MESSAGES),
  );
}

/** What one listener gets: a replay, where there is one, then what is live, each message once. */
export class Subscription {
  readonly #spaceIds: ReadonlySet<bigint> | null;
  readonly #listener: FeedListener;
  #waiting = new Fifo<MessageBatch>();
  /** Messages in those batches, and how many of the messages are a replay's. */
  #messages = 0;
  #replayed = 0;
  #isBusy = false;
  #isOver = false;

  /** @param spaceIds null for all */
  constructor(spaceIds: ReadonlySet<bigint> | null, listener: FeedListener) {
    this.#spaceIds = spaceIds;
    this.#listener = listener;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
    this.#waiting = new Fifo();
  }

  giveUp(reason: GivenUp, cause?: unknown): void {
    this.end();
    this.#listener.giveUp(reason, cause);
  }

  /** Keeps a batch that has just been published until `handOver`. */
  publish(batch: MessageBatch): void {
    const wanted = this.#wanted(batch);
    if (this.#isOver || wanted.length === 0) return;
    // What waits for the server, not for the client, does not count; nor does a batch against itself.
    if (this.#isBusy && this.#messages - this.#replayed > SOCKET_BACKLOG_MESSAGES_MAX) {
      this.giveUp("behind");
      return;
    }
    this.#waiting.push(wanted);
    this.#messages += wanted.length;
  }

  /** Hands over older messages, before all that is published from now on. */
  replay(messages: MessageBatch): void {
    const wanted = this.#wanted(messages);
    this.#replayed = wanted.length;
    this.#messages = wanted.length;
    for (const batch of batchesOf(wanted)) this.#waiting.push(batch);
    this.handOver();
  }

  /** Gives the listener what waits for it, unless it is still busy with what it was given before. */
  handOver(): void {
    while (this.handOverNext() !== null);
  }

  /** Gives the listener the next batch that waits for it, and gives that back; null where there is none. */
  handOverNext(): MessageBatch | null {
    const batch = this.#isBusy ? undefined : this.#waiting.take();
    if (batch === undefined) return null;
    this.#messages -= batch.length;
    this.#replayed = Math.max(0, this.#replayed - batch.length);
    const taking = this.#listener.take(batch);
    if (taking !== undefined) {
      this.#isBusy = true;
      void taking.then(() => {
        this.#isBusy = false;
        this.handOver();
      });
    }
    return batch;
  }

  #wanted(messages: MessageBatch): MessageBatch {
    const spaceIds = this.#spaceIds;
    return spaceIds === null ? messages : messages.filter(({ spaceId }) => spaceIds.has(spaceId));
  }
}
