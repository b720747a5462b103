import { FEED_AGE_MS_MAX, FEED_MESSAGES_MAX } from "../../domain/limits.ts";
import type { PublishedMessage } from "./published-message.ts";

/** The messages of the last hour, oldest first; where they are too many, the newest of them. */
export class RecentMessages {
  #messages: PublishedMessage[] = [];
  /** How many of the first have gone; they are taken out now and then. */
  #gone = 0;

  get length(): number {
    return this.#messages.length - this.#gone;
  }

  /** How many more there is room for. */
  get room(): number {
    return FEED_MESSAGES_MAX - this.length;
  }

  add(messages: readonly PublishedMessage[]): void {
    for (const message of messages) this.#messages.push(message);
  }

  /** Puts messages before all others: the last of them, as far as there is room. */
  addBefore(messages: readonly PublishedMessage[]): void {
    if (this.room === 0) return;
    this.#messages = [...messages.slice(-this.room), ...this.#messages.slice(this.#gone)];
    this.#gone = 0;
  }

  /** Forgets what is too old or too much at some present; true where that was anything. */
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
   * What was published after the last message of an event. Of an event that has none here, it is what was
   * published from the first later event's message on, with the resets right before it.
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
