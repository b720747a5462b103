import { createHash } from "node:crypto";
import Denque from "denque";
import { isOfEnvironment } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import type { Timers } from "../engine/timers.ts";
import type { Delivered } from "./connection.ts";
import type { MqttAdapterName } from "./mqtt-adapters.ts";
import type { PublishedMessage } from "./take-message.ts";

/** How often storing a message of MQTT fails, by itself, before it is set aside (D33). */
const SET_ASIDE_AFTER_TRIES = 3;

/** A message that is to be stored. */
export interface ReceivedMessage extends PublishedMessage, Pick<Delivered, "messageId" | "isRepeated"> {
  /** The adapters that have still to take it. */
  readonly adapters: MqttAdapterName[];
  /** Whether the connection is there that it came by, which alone can acknowledge it. */
  readonly isOpen: () => boolean;
  readonly acknowledge: () => void;
}

interface InboxParts {
  /** As `takeMessage`. */
  readonly take: (adapter: MqttAdapterName, message: PublishedMessage) => Promise<string | null>;
  readonly timers: Timers;
  readonly refused: (message: ReceivedMessage, adapter: MqttAdapterName, reason: string) => void;
  /** Sets a message aside that storing has failed for. Resolves when it is on disk. */
  readonly setAside: (message: ReceivedMessage, adapter: MqttAdapterName, error: unknown) => Promise<void>;
  /** All of a message has been stored, refused or set aside. */
  readonly taken: () => void;
  /** Messages cannot be stored, or can be again (null). */
  readonly stalled: (error: unknown | null) => void;
}

/** Messages that may wait, and their bytes: with more, the connection is not read. */
const WAITING_MAX = 2_000;
const WAITING_BYTES_MAX = 64 * 1024 * 1024;

/** Messages that are stored together at most: they share commits. */
const BATCH_MAX = 1_000;

/** How long it waits until it stores again what could not be stored, in ms. */
const AGAIN_MS = SECOND_MS;

/**
 * Stores messages in the order of their arrival, all that wait at a time, and acknowledges each when it is on disk (D33).
 * What cannot be stored is stored later; a message that fails by itself is set aside, so that it stops no other.
 */
export class Inbox {
  readonly #parts: InboxParts;
  readonly #waiting = new Denque<ReceivedMessage>();
  #waitingBytes = 0;
  #batch: readonly ReceivedMessage[] = [];
  /**
   * What has been stored, by the id of the message in the broker's session: an acknowledgement may be lost with its
   * connection, and then the broker gives the message again.
   */
  readonly #stored = new Map<number, string>();
  /** How often messages have failed by themselves, by adapter and content: the broker may give them again meanwhile. */
  readonly #failures = new Map<string, number>();
  #running: Promise<void> | null = null;
  #isStopped = false;
  #goOn: (() => void)[] = [];
  #wake = () => {};

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#waiting.length + this.#batch.length;
  }

  /** Adds a message. @returns when there is room for the next one */
  add(message: ReceivedMessage): Promise<void> {
    if (this.#isStopped || !isStillOurs(message)) return Promise.resolve();
    this.#waiting.push(message);
    this.#waitingBytes += message.body.length;
    this.#running ??= this.#storeAll();
    if (this.#hasRoom()) return Promise.resolve();
    return new Promise((resolve) => this.#goOn.push(resolve));
  }

  /** A connection was lost: the broker gives again what it has not acknowledged. */
  connectionLost(): void {
    const kept = this.#waiting.toArray().filter(isStillOurs);
    this.#waiting.clear();
    this.#waitingBytes = 0;
    for (const message of kept) {
      this.#waiting.push(message);
      this.#waitingBytes += message.body.length;
    }
    this.#makeRoom();
  }

  /** The broker has begun a new session, in which ids mean other messages. */
  sessionLost(): void {
    this.#stored.clear();
  }

  /** Ends when what waits is stored, or cannot be: the broker gives it again then. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#makeRoom();
    this.#wake();
    await this.#running;
  }

  #hasRoom(): boolean {
    return this.#waiting.length < WAITING_MAX && this.#waitingBytes < WAITING_BYTES_MAX;
  }

  #makeRoom(): void {
    if (!this.#hasRoom() && !this.#isStopped) return;
    const waiting = this.#goOn;
    this.#goOn = [];
    for (const goOn of waiting) goOn();
  }

  async #storeAll(): Promise<void> {
    // The messages of one chunk of the connection arrive in this round of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.remove(0, BATCH_MAX);
      for (const { body } of batch) this.#waitingBytes -= body.length;
      this.#batch = batch;
      this.#makeRoom();
      await this.#storeBatch();
      this.#batch = [];
    }
    this.#running = null;
  }

  async #storeBatch(): Promise<void> {
    let failed = false;
    for (;;) {
      const errors = await Promise.all(this.#batch.map((message) => this.#store(message)));
      this.#batch = this.#batch.filter(({ adapters }) => adapters.length > 0);
      if (this.#batch.length === 0) break;
      const error = errors.find(isOfEnvironment);
      if (error !== undefined) {
        failed = true;
        this.#parts.stalled(error);
      }
      await this.#pause();
      this.#batch = this.#batch.filter(isStillOurs);
      if (this.#isStopped) return;
    }
    if (failed) this.#parts.stalled(null);
  }

  #pause(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#parts.timers.after(AGAIN_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  /**
   * Stores a message as an adapter reads it; one that fails by itself, repeatedly, is set aside.
   *
   * @returns why something of it was refused; null if nothing was
   */
  async #take(adapter: MqttAdapterName, message: ReceivedMessage): Promise<string | null> {
    try {
      return await this.#parts.take(adapter, message);
    } catch (error) {
      if (this.#isStopped || isOfEnvironment(error)) throw error;
      const name = `${adapter} ${digestOf(message)}`;
      const tries = (this.#failures.get(name) ?? 0) + 1;
      this.#failures.set(name, tries);
      const [oldest] = this.#failures.keys();
      if (oldest !== undefined && this.#failures.size > WAITING_MAX) this.#failures.delete(oldest);
      if (tries < SET_ASIDE_AFTER_TRIES) throw error;
      await this.#parts.setAside(message, adapter, error);
      this.#failures.delete(name);
      return null;
    }
  }

  /** Stores a message, and acknowledges it. @returns why it is to be stored again later; null if it is stored */
  async #store(message: ReceivedMessage): Promise<unknown | null> {
    const { adapters, messageId, isRepeated, acknowledge } = message;
    const digest = messageId === null ? "" : digestOf(message);
    if (messageId !== null && isRepeated && this.#stored.get(messageId) === digest) {
      adapters.length = 0;
      acknowledge();
      return null;
    }
    try {
      for (let [adapter] = adapters; adapter !== undefined; [adapter] = adapters) {
        const reason = await this.#take(adapter, message);
        adapters.shift();
        if (reason !== null) this.#parts.refused(message, adapter, reason);
      }
    } catch (error) {
      return error;
    }
    if (messageId !== null) this.#stored.set(messageId, digest);
    acknowledge();
    this.#parts.taken();
    return null;
  }
}

/** Whether the broker does not give a message again. */
function isStillOurs({ messageId, isOpen }: ReceivedMessage): boolean {
  return messageId === null || isOpen();
}

function digestOf({ topic, body }: ReceivedMessage): string {
  return createHash("sha256").update(topic).update("\0").update(body).digest("base64");
}
