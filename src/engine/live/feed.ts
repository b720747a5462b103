import { FEED_AGE_MS_MAX, FEED_MESSAGES_MAX } from "../../domain/limits.ts";
import { type EventReading, withEffects } from "../events/event-queries.ts";
import type { SensorEvent } from "../ports.ts";
import { Distribution, type FeedListener, Subscription } from "./distribution.ts";
import { type CountMessage, type LiveMessage, PublishedMessage } from "./notifications.ts";

/** The messages for a listener. */
export interface FeedFilter {
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
  /** Replays the messages after this event, up to an hour back (D24); null for live messages only. */
  readonly after: bigint | null;
}

type FeedParts = Pick<EventReading, "catalog" | "events" | "clock">;

/**
 * The live messages: every listener gets all of them, in the order in which they were published. Those of the last hour
 * are kept for replays; those from before the process started are read from the log, once.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #recent = new RecentMessages();
  readonly #subscriptions = new Distribution();
  /** Messages up to this event are only in the log; 0 if the log is no longer needed. */
  #loggedUpTo: bigint;
  #reading: Promise<void> | null = null;
  /** When there last was a listener, in ms. */
  #lastListened = -Infinity;

  /** @param lastEventId the last event in the log, whose messages have not been published here */
  constructor(parts: FeedParts, lastEventId: bigint) {
    this.#parts = parts;
    this.#loggedUpTo = lastEventId;
  }

  /** Whether there is a listener, or one that may reconnect and replay current messages. */
  isListening(): boolean {
    return this.#subscriptions.size > 0 || this.#parts.clock.now() - this.#lastListened < FEED_AGE_MS_MAX;
  }

  /**
   * Delivers messages to all listeners. To be called in the order of the commits that caused them. After an hour
   * without listeners, messages are only in the log.
   */
  publish(messages: readonly LiveMessage[]): void {
    const now = this.#parts.clock.now();
    if (!this.isListening()) {
      for (const message of messages)
        if (message.type === "count" && message.eventId > this.#loggedUpTo)
          this.#loggedUpTo = message.eventId;
      return;
    }
    const published = messages
      .filter((message) => message.type !== "threshold")
      .map((message) => new PublishedMessage(message, now));
    if (published.length === 0) return;
    this.#recent.add(published);
    // After an eviction, the rest reaches back as far as replays do.
    if (this.#recent.trim(now)) this.#loggedUpTo = 0n;
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
    this.#recent.trim(this.#parts.clock.now());
    this.#subscriptions.add(subscription);
    subscription.replay(this.#recent.after(after));
  }

  /** Inserts the messages of the last hour's events in the log, after an event, before those published here. */
  async #readLog(after: bigint): Promise<void> {
    const upTo = this.#loggedUpTo;
    const read = await this.#readMessages(after, upTo, this.#recent.room);
    // Messages may have been evicted meanwhile.
    if (this.#loggedUpTo === 0n) return;
    // An event that fell due after the start has been published.
    const known = this.#recent.eventIdsUpTo(upTo);
    const missing = read.filter(({ eventId }) => !known.has(eventId));
    this.#recent.addBefore(missing.map((message) => new PublishedMessage(message, message.timestamp)));
    this.#loggedUpTo = after;
  }

  /** Messages of events in the log after an event, up to another; each has the count right after its event. */
  async #readMessages(after: bigint, upTo: bigint, limit: number): Promise<CountMessage[]> {
    let found: SensorEvent[] = [];
    const messages: CountMessage[] = [];
    if (limit === 0) return messages;
    const now = this.#parts.clock.now();
    // Events due at this instant are included.
    const due = { start: now - FEED_AGE_MS_MAX, end: now + 1, order: "ASC" } as const;
    for await (const batch of this.#parts.events.scanEvents({}, due)) {
      for (const event of batch) if (event.id > after && event.id <= upTo) found.push(event);
      if (found.length > 2 * limit) found = lastById(found, limit);
    }
    found = lastById(found, limit);
    for (let next = 0; next < found.length; next += EVENTS_AT_A_TIME) {
      for (const event of await withEffects(this.#parts, found.slice(next, next + EVENTS_AT_A_TIME))) {
        const { id: eventId, timestamp, doorwayId } = event;
        if (doorwayId === null) continue;
        for (const effect of event.effects)
          messages.push({ ...effect, type: "count", eventId, doorwayId, timestamp });
      }
    }
    return messages.slice(-limit);
  }
}

/** The messages of the last hour, oldest first; if they are too many, the newest of them. */
export class RecentMessages {
  #messages: PublishedMessage[] = [];
  /** Number of evicted messages at the start; compacted occasionally. */
  #gone = 0;

  get length(): number {
    return this.#messages.length - this.#gone;
  }

  /** Number of messages that still fit. */
  get room(): number {
    return FEED_MESSAGES_MAX - this.length;
  }

  add(messages: readonly PublishedMessage[]): void {
    for (const message of messages) this.#messages.push(message);
  }

  /** Inserts messages before all others: as many of the last ones as fit. */
  addBefore(messages: readonly PublishedMessage[]): void {
    if (this.room === 0) return;
    this.#messages = [...messages.slice(-this.room), ...this.#messages.slice(this.#gone)];
    this.#gone = 0;
  }

  /** Evicts messages that are too old, or too many; returns whether there were any. */
  trim(now: number): boolean {
    const before = this.#gone;
    this.#gone += Math.max(0, -this.room);
    for (;;) {
      const oldest = this.#messages[this.#gone];
      if (oldest === undefined || oldest.instant >= now - FEED_AGE_MS_MAX) break;
      this.#gone++;
    }
    const hasGone = this.#gone > before;
    if (this.#gone * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#gone);
      this.#gone = 0;
    }
    return hasGone;
  }

  /**
   * The messages after the last one of an event. If the event has none here, these are the messages from the first
   * later event on, with the resets right before it.
   */
  after(eventId: bigint): PublishedMessage[] {
    const own = this.#messages.findLastIndex((message) => message.eventId === eventId);
    if (own >= 0) return this.#messages.slice(Math.max(own + 1, this.#gone));
    const later = this.#messages.findIndex(
      (message, index) => index >= this.#gone && message.eventId !== null && message.eventId > eventId,
    );
    let start = later < 0 ? this.#messages.length : later;
    while (start > this.#gone && this.#messages[start - 1]?.eventId === null) start--;
    return this.#messages.slice(start);
  }

  /** The events up to an id that have messages here. */
  eventIdsUpTo(id: bigint): ReadonlySet<bigint> {
    const known = new Set<bigint>();
    for (const { eventId } of this.#messages) if (eventId !== null && eventId <= id) known.add(eventId);
    return known;
  }
}

const EVENTS_AT_A_TIME = 1_000;

function lastById(events: SensorEvent[], limit: number): SensorEvent[] {
  return events.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(-limit);
}
