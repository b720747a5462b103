import Denque from "denque";
import { yieldToEventLoop } from "../yielding.ts";
import type { PublishedMessage } from "./notifications.ts";

/** Live messages queued behind that; beyond, the client is disconnected as too slow (D24). */
export const SOCKET_BACKLOG_MESSAGES_MAX = 10_000;

/** Messages that are delivered before other work of the event loop runs. */
export const STEPS_AT_ONCE = 2_000;

/** Delivers messages to all subscriptions, a bounded number of them in each round of the event loop. */
export class Distribution {
  readonly #subscriptions = new Set<Subscription>();
  /** Subscriptions with undelivered messages; null if there are none. */
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

  /** The first subscriptions get the messages at once. */
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
          left -= 1 + given.length;
          if (left > 0) continue;
          await yieldToEventLoop();
          left = STEPS_AT_ONCE;
        }
      }
    }
    this.#left = null;
  }
}

/** Why a subscription ended: the listener is too slow, or the log for its replay is unreadable. */
export type GivenUp = "behind" | "unreadable";

/** Messages in order. Listeners for all spaces share a batch, so that it is encoded once. */
export type MessageBatch = readonly PublishedMessage[];

export interface FeedListener {
  /** Takes a batch. If it returns a promise, the next batch waits for it. */
  take(messages: MessageBatch): Promise<void> | undefined;
  giveUp(reason: GivenUp, cause?: unknown): void;
}

const BATCH_MESSAGES = 500;

function batchesOf(messages: MessageBatch): MessageBatch[] {
  if (messages.length <= BATCH_MESSAGES) return [messages];
  const count = Math.ceil(messages.length / BATCH_MESSAGES);
  return Array.from({ length: count }, (_, i) =>
    messages.slice(i * BATCH_MESSAGES, (i + 1) * BATCH_MESSAGES),
  );
}

/** The messages of one listener: a replay if requested, then live messages, each once. */
export class Subscription {
  readonly #spaceIds: ReadonlySet<bigint> | null;
  readonly #listener: FeedListener;
  readonly #waiting = new Denque<MessageBatch>();
  /** Number of messages in those batches, and how many of them are replayed. */
  #messages = 0;
  #replayed = 0;
  #isBusy = false;
  isOver = false;

  constructor(spaceIds: ReadonlySet<bigint> | null, listener: FeedListener) {
    this.#spaceIds = spaceIds;
    this.#listener = listener;
  }

  end(): void {
    this.isOver = true;
    this.#waiting.clear();
  }

  giveUp(reason: GivenUp, cause?: unknown): void {
    this.end();
    this.#listener.giveUp(reason, cause);
  }

  publish(batch: MessageBatch): void {
    const wanted = this.#wanted(batch);
    if (this.isOver || wanted.length === 0) return;
    // Messages that wait for the server, not the client, do not count; nor does the new batch.
    if (this.#isBusy && this.#messages - this.#replayed > SOCKET_BACKLOG_MESSAGES_MAX) {
      this.giveUp("behind");
      return;
    }
    this.#waiting.push(wanted);
    this.#messages += wanted.length;
  }

  /** Delivers older messages, before all that are published from now on. */
  replay(messages: MessageBatch): void {
    const wanted = this.#wanted(messages);
    this.#replayed = wanted.length;
    this.#messages = wanted.length;
    for (const batch of batchesOf(wanted)) this.#waiting.push(batch);
    this.handOver();
  }

  handOver(): void {
    while (this.handOverNext() !== null);
  }

  /** Delivers the next waiting batch, and returns it; null if there is none. */
  handOverNext(): MessageBatch | null {
    const batch = this.#isBusy ? undefined : this.#waiting.shift();
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
