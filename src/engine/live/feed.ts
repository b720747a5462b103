import Denque from "denque";
import { must } from "../../domain/errors.ts";
import { FEED_AGE_MS_MAX, FEED_MESSAGES_MAX } from "../../domain/limits.ts";
import type { Change, Journal } from "../journal/journal.ts";
import type { LiveMessage } from "../messages.ts";
import { Distribution, type FeedListener, Subscription } from "./distribution.ts";
import { PublishedMessage } from "./notifications.ts";
import { type ReplayParts, replayedMessages } from "./replay.ts";
import { BEGINNING, type LogPlace } from "./replay-marks.ts";

export interface FeedFilter {
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
  /** Replays the messages after this event, up to an hour back (D24); null for live messages only. */
  readonly after: bigint | null;
}

type FeedParts = ReplayParts & Change & { readonly journal: Journal };

/**
 * The live messages: every listener gets all of them, in the order in which they were published. Those of the last hour
 * are kept while there are listeners; those from before are derived from the log when a replay needs them.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #recent = new RecentMessages();
  readonly #subscriptions = new Distribution();
  /** Where the kept messages begin; null if none are kept. */
  #keptFrom: LogPlace | null = null;
  #deriving: Promise<void> | null = null;
  /** When there last was a listener, in ms. */
  #lastListened = -Infinity;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /**
   * Whether there is a listener, or was one in the last hour: it may come back for the messages since. Without, the
   * notifications of events are not made.
   */
  isListening(): boolean {
    return this.#subscriptions.size > 0 || this.#parts.clock.now() - this.#lastListened < FEED_AGE_MS_MAX;
  }

  /**
   * Delivers the messages of a commit to all listeners. To be called for each commit that may have messages, in order.
   *
   * @param before the place of the first message
   * @param isWhole whether these are all messages of the commit; else it began without listeners, and none is delivered
   */
  publish(messages: readonly LiveMessage[], before: LogPlace, isWhole: boolean): void {
    if (!isWhole) {
      this.#keptFrom = null;
      this.#recent.clear();
      return;
    }
    this.#keptFrom ??= before;
    const now = this.#parts.clock.now();
    const published = messages
      .filter((message) => message.type !== "threshold")
      .map((message) => new PublishedMessage(message, now));
    if (published.length === 0) return;
    this.#recent.add(published);
    // After an eviction, the rest reaches back as far as replays do.
    if (this.#recent.trim(now)) this.#keptFrom = BEGINNING;
    this.#subscriptions.publish(published);
  }

  /** Listens from now on, or from an event on; returns a function that ends it. */
  subscribe({ spaceIds, after }: FeedFilter, listener: FeedListener): () => void {
    const subscription = new Subscription(spaceIds, listener);
    this.#lastListened = this.#parts.clock.now();
    if (after === null) this.#subscriptions.add(subscription);
    else void this.#resume(subscription, after);
    return () => {
      subscription.end();
      this.#subscriptions.remove(subscription);
      this.#lastListened = this.#parts.clock.now();
    };
  }

  async #resume(subscription: Subscription, after: bigint): Promise<void> {
    try {
      // Messages after the event may be missing among those that are kept.
      while (this.#keptFrom === null || after <= this.#keptFrom.eventId) {
        this.#deriving ??= this.#derive(after).finally(() => {
          this.#deriving = null;
        });
        await this.#deriving;
      }
    } catch (error) {
      subscription.giveUp("unreadable", error);
      return;
    }
    if (subscription.isOver) return;
    this.#recent.trim(this.#parts.clock.now());
    this.#subscriptions.add(subscription);
    subscription.replay(this.#recent.after(after));
  }

  async #derive(after: bigint): Promise<void> {
    const upTo = this.#keptFrom ?? (await this.#end());
    this.#keptFrom ??= upTo;
    const { marks } = this.#parts;
    const oldest = upTo.eventId - BigInt(FEED_MESSAGES_MAX);
    const place = marks.placeBefore(after);
    const from = place.eventId >= oldest ? place : { ...place, eventId: oldest };
    const messages = await replayedMessages(this.#parts, from, upTo);
    // Messages may have been evicted meanwhile.
    if (this.#keptFrom !== upTo) return;
    this.#recent.addBefore(messages);
    this.#keptFrom = from === place ? from : BEGINNING;
  }

  /** The place after all commits that began before; later ones begin with a listener. */
  #end(): Promise<LogPlace> {
    const { events, journal, marks } = this.#parts;
    return journal.transact(this.#parts, async () => ({
      eventId: await events.position(),
      marks: marks.end,
    }));
  }
}

/** The messages of the last hour, oldest first; if they are too many, the newest of them. */
export class RecentMessages {
  readonly #messages = new Denque<PublishedMessage>();

  get length(): number {
    return this.#messages.length;
  }

  clear(): void {
    this.#messages.clear();
  }

  add(messages: readonly PublishedMessage[]): void {
    for (const message of messages) this.#messages.push(message);
  }

  /** Inserts messages before all others: as many of the last ones as fit. */
  addBefore(messages: readonly PublishedMessage[]): void {
    for (const message of messages.toReversed()) {
      if (this.length >= FEED_MESSAGES_MAX) return;
      this.#messages.unshift(message);
    }
  }

  /** Evicts messages that are too old, or too many; returns whether there were any. */
  trim(now: number): boolean {
    const before = this.length;
    const isOld = (message: PublishedMessage | undefined) =>
      (message?.instant ?? now) < now - FEED_AGE_MS_MAX;
    while (this.length > FEED_MESSAGES_MAX || isOld(this.#messages.peekFront())) this.#messages.shift();
    return this.length < before;
  }

  /**
   * The messages after the last one of an event. If the event has none here, these are the messages from the first
   * later event on, with the resets right before it.
   */
  after(eventId: bigint): PublishedMessage[] {
    const { length } = this.#messages;
    const idAt = (index: number) => this.#messages.peekAt(index)?.eventId ?? null;
    // Most listeners come back for few messages: copying all of them would take longer.
    let start = length;
    while (start > 0 && idAt(start - 1) !== eventId) start--;
    if (start === 0) {
      while (start < length && (idAt(start) ?? -1n) <= eventId) start++;
      while (start > 0 && idAt(start - 1) === null) start--;
    }
    return Array.from({ length: length - start }, (_, index) =>
      must(this.#messages.peekAt(start + index), "message"),
    );
  }
}
