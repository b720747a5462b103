import { SOCKET_BACKLOG_MESSAGES_MAX } from "../../domain/limits.ts";
import type { PublishedMessage } from "./published-message.ts";

/** Why a listener gets no more: it is too slow, or the log, from which it wanted a replay, is unreadable. */
export type GivenUp = "behind" | "unreadable";

/** Who is told of live messages. */
export interface FeedListener {
  /** Takes some messages. Where it answers a promise, more come when that has resolved. */
  take(messages: readonly PublishedMessage[]): Promise<void> | undefined;
  /** It gets no more. */
  giveUp(reason: GivenUp, cause?: unknown): void;
}

/** Messages that a listener is given at a time. */
const TAKEN_MESSAGES = 500;

/** What one listener gets: a replay, where there is one, then what is live, each message once. */
export class Subscription {
  readonly #spaceIds: ReadonlySet<bigint> | null;
  readonly #listener: FeedListener;
  #waiting: PublishedMessage[] = [];
  /** How many of those have been taken, and how many are a replay's. */
  #taken = 0;
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
    this.#waiting = [];
  }

  giveUp(reason: GivenUp, cause?: unknown): void {
    this.end();
    this.#listener.giveUp(reason, cause);
  }

  /** Hands over messages that have just been published, or keeps them until the listener takes them. */
  publish(messages: readonly PublishedMessage[]): void {
    const wanted = this.#wanted(messages);
    if (this.#isOver || wanted.length === 0) return;
    // A batch does not count against itself, however large: its client has had no time to take it.
    if (this.#waiting.length - Math.max(this.#taken, this.#replayed) > SOCKET_BACKLOG_MESSAGES_MAX) {
      this.giveUp("behind");
      return;
    }
    for (const message of wanted) this.#waiting.push(message);
    if (!this.#isBusy) void this.#handOver();
  }

  /** Hands over older messages, before all that is published from now on. */
  replay(messages: readonly PublishedMessage[]): Promise<void> {
    this.#waiting = [...this.#wanted(messages)];
    this.#replayed = this.#waiting.length;
    return this.#handOver();
  }

  async #handOver(): Promise<void> {
    this.#isBusy = true;
    while (this.#taken < this.#waiting.length) {
      const some = this.#waiting.slice(this.#taken, this.#taken + TAKEN_MESSAGES);
      this.#taken += some.length;
      const taking = this.#listener.take(some);
      this.#forgetTaken();
      if (taking !== undefined) await taking;
    }
    this.#isBusy = false;
  }

  #forgetTaken(): void {
    if (this.#taken * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#taken);
    this.#replayed = Math.max(0, this.#replayed - this.#taken);
    this.#taken = 0;
  }

  #wanted(messages: readonly PublishedMessage[]): readonly PublishedMessage[] {
    const spaceIds = this.#spaceIds;
    return spaceIds === null ? messages : messages.filter(({ spaceId }) => spaceIds.has(spaceId));
  }
}
