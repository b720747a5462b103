import { randomUUID } from "node:crypto";
import type { Clock } from "../../domain/instant.ts";
import { FEED_AGE_MS_MAX } from "../../domain/limits.ts";
import { Distribution } from "./distribution.ts";
import type { ReadHistory } from "./history.ts";
import type { CountMessage, LiveMessage } from "./messages.ts";
import { isForSockets, PublishedMessage } from "./published-message.ts";
import { RecentMessages } from "./recent-messages.ts";
import { type FeedListener, Subscription } from "./subscription.ts";

/** What a listener wants. */
export interface FeedFilter {
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
  /** Replays what came since this event, up to an hour back (D24); null for live messages alone. */
  readonly after: bigint | null;
}

/**
 * The live messages: every listener gets all of them, in the order in which they were published. The last
 * hour's are kept for replays; what was published before the process started is read from the log, once.
 */
export class Feed {
  readonly #clock: Clock;
  readonly #readHistory: ReadHistory;
  readonly #newRequestId: () => string;
  readonly #recent = new RecentMessages();
  readonly #subscriptions = new Distribution();
  /** Up to this event only the log knows what there was; 0 where nothing in it is of use any more. */
  #loggedUpTo: bigint;
  #reading: Promise<void> | null = null;
  /** When somebody last listened, in ms. */
  #lastListened = -Infinity;

  /** @param lastEventId the last event in the log, none of whose messages have been published here */
  constructor(
    clock: Clock,
    readHistory: ReadHistory,
    lastEventId: bigint,
    newRequestId: () => string = randomUUID,
  ) {
    this.#clock = clock;
    this.#readHistory = readHistory;
    this.#newRequestId = newRequestId;
    this.#loggedUpTo = lastEventId;
  }

  /** Whether anybody listens, or may come back for what is published now. */
  isListening(): boolean {
    return this.#subscriptions.size > 0 || this.#clock.now() - this.#lastListened < FEED_AGE_MS_MAX;
  }

  /**
   * Hands messages to all listeners. To be called in the order of the commits that caused them. What is
   * published after an hour without listeners is left to the log.
   */
  publish(messages: readonly LiveMessage[]): void {
    const now = this.#clock.now();
    if (!this.isListening()) {
      for (const message of messages)
        if (message.type === "count" && message.eventId > this.#loggedUpTo)
          this.#loggedUpTo = message.eventId;
      return;
    }
    const published = messages
      .filter(isForSockets)
      .map((message) => new PublishedMessage(message, now, this.#newRequestId));
    if (published.length === 0) return;
    this.#recent.add(published);
    // Once some have gone, the rest reaches back as far as replays do.
    if (this.#recent.trim(now)) this.#loggedUpTo = 0n;
    this.#subscriptions.publish(published);
  }

  /** Listens from now on, or from an event on; gives back what ends it. */
  subscribe({ spaceIds, after }: FeedFilter, listener: FeedListener): () => void {
    const subscription = new Subscription(spaceIds, listener);
    this.#lastListened = this.#clock.now();
    if (after === null) this.#subscriptions.add(subscription);
    else void this.#resume(subscription, after);
    return () => {
      subscription.end();
      this.#subscriptions.remove(subscription);
      this.#lastListened = this.#clock.now();
    };
  }

  async #resume(subscription: Subscription, after: bigint): Promise<void> {
    try {
      while (after < this.#loggedUpTo) {
        this.#reading ??= this.#readLog(after).finally(() => {
          this.#reading = null;
        });
        await this.#reading;
      }
    } catch (error) {
      subscription.giveUp("unreadable", error);
      return;
    }
    if (subscription.isOver) return;
    this.#recent.trim(this.#clock.now());
    this.#subscriptions.add(subscription);
    subscription.replay(this.#recent.after(after));
  }

  /** Puts what the log has of the last hour, after an event, before what was published here. */
  async #readLog(after: bigint): Promise<void> {
    const since = this.#clock.now() - FEED_AGE_MS_MAX;
    const upTo = this.#loggedUpTo;
    const read = await this.#readHistory({ after, upTo, since, limit: this.#recent.room });
    // Meanwhile messages may have gone.
    if (this.#loggedUpTo === 0n) return;
    // An event that fell due after the start has been published.
    const known = this.#recent.eventIdsUpTo(upTo);
    this.#recent.addBefore(
      read.filter(({ eventId }) => !known.has(eventId)).map((message) => this.#fromLog(message)),
    );
    this.#loggedUpTo = after;
  }

  #fromLog(message: CountMessage): PublishedMessage {
    return new PublishedMessage(message, message.timestamp, this.#newRequestId);
  }
}
