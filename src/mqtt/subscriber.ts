import type { TranslateApart } from "../devices/adapter.ts";
import type { Clock } from "../domain/clock.ts";
import { messageOfError } from "../domain/errors.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../domain/instant.ts";
import type { ReadingIngest } from "../engine/ingest/ingest-readings.ts";
import type { SubscriptionState } from "../engine/ports/mqtt.ts";
import type { Telemetry } from "../engine/telemetry.ts";
import {
  type Acceptance,
  BrokerConnection,
  type ConnectionEnd,
  type ConnectionParts,
  connectionFailure,
  type Delivered,
  isUnknownVersion,
  type MqttVersion,
  subscriptionFailure,
} from "./connection.ts";
import { Inbox, type ReceivedMessage } from "./inbox.ts";
import type { MqttAdapterName } from "./mqtt-adapters.ts";
import type { SetAside } from "./set-aside.ts";
import { takeMessage } from "./take-message.ts";
import { type AdapterFilter, adaptersOf, subscriptionId, subscriptionPlan } from "./topic-filters.ts";

/** The pauses between connections, in ms: the first, and the longest after repeated failures. */
const PAUSE_MS = SECOND_MS;
const PAUSE_MS_MAX = MINUTE_MS;

/** A connection that lasted so long, in ms, was no failure. */
const LASTED_MS = 10 * SECOND_MS;

/** Topics that are remembered; the oldest are forgotten. */
const TOPICS_MAX = 10_000;

const SHOWN_LENGTH = 200;

export interface SubscriberParts extends Omit<ConnectionParts, "version" | "observer"> {
  readonly filters: readonly AdapterFilter[];
  readonly sender: ReadingIngest;
  readonly translateApart?: TranslateApart;
  readonly telemetry: Telemetry;
  readonly setAside: SetAside;
  /** A monotonic clock, in ms since any instant. */
  readonly elapsed: Clock;
  /** Uniform in [0, 1): the jitter of pauses. */
  readonly random: () => number;
  /** Whether this server may connect: a second one with the client id would end the connection of the first. */
  readonly mayConnect: () => boolean;
  readonly say: (line: string) => void;
}

/**
 * Takes the messages of a broker (D33), over one connection after another: a lost one is made again for ever, after pauses
 * that get longer.
 */
export class Subscriber {
  readonly #parts: SubscriberParts;
  readonly #inbox: Inbox;
  /** When a refused message of each topic was said last, oldest first. */
  readonly #said = new Map<string, number>();
  #version: MqttVersion = 5;
  #connection: BrokerConnection | null = null;
  #isConnected = false;
  #isSubscribed = false;
  #acceptedAt = 0;
  #failures = 0;
  #cancel = () => {};
  #isStopped = false;
  /** The messages since the start; with a name of this run, it names each. */
  #deliveries = 0;
  readonly #run: string;
  readonly #counts = { messages: 0, refused: 0, setAside: 0 };
  #lastMessageAt: number | null = null;
  /** Why no messages come, and why none are stored. */
  #failure: string | null = null;
  #storeFailure: string | null = null;
  #filterFailures: ReadonlyMap<string, string> = new Map();

  constructor(parts: SubscriberParts) {
    this.#parts = parts;
    const start = parts.sender.clock.now().toString(36);
    this.#run = `${start}-${Math.floor(parts.random() * 2 ** 52).toString(36)}`;
    this.#inbox = new Inbox({
      take: (adapter, message) => takeMessage(parts.sender, adapter, message, parts.translateApart),
      timers: parts.timers,
      refused: (message, adapter, reason) => this.#refused(message, adapter, reason),
      setAside: (message, adapter, error) => this.#setAside(message, adapter, error),
      taken: () => {
        this.#counts.messages++;
        parts.telemetry.count("mqtt_messages_total", 1);
      },
      stalled: (error) => this.#stalled(error),
    });
  }

  get state(): SubscriptionState {
    const { broker, filters, setAside } = this.#parts;
    const shown = filters.map(({ adapter, filter }) => {
      const failure = this.#filterFailures.get(filter) ?? null;
      return { adapter, filter, isSubscribed: this.#isSubscribed && failure === null, failure };
    });
    const [refused] = shown.filter(({ failure }) => failure !== null);
    const filterFailure =
      refused === undefined ? null : `no messages of the filter ${refused.filter}: ${refused.failure}`;
    return {
      broker: broker.shown,
      isConnected: this.#isConnected,
      filters: shown,
      ...this.#counts,
      setAsideKept: setAside.kept,
      setAsideLatest: setAside.latest,
      waiting: this.#inbox.size,
      lastMessageAt: this.#lastMessageAt,
      failure: this.#failure ?? this.#storeFailure ?? filterFailure,
    };
  }

  start(): void {
    if (this.#isStopped) return;
    const { timers, mayConnect } = this.#parts;
    if (!mayConnect()) {
      this.#cancel = timers.after(PAUSE_MS, () => this.start());
      return;
    }
    const connection = new BrokerConnection({
      ...this.#parts,
      version: this.#version,
      observer: {
        accepted: (acceptance) => void this.#accepted(connection, acceptance),
        delivered: (message) => this.#delivered(connection, message),
        ended: (end) => this.#ended(end),
      },
    });
    this.#connection = connection;
  }

  /** Ends after the messages that are being stored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#inbox.stop();
    await this.#connection?.close();
    this.#isConnected = this.#isSubscribed = false;
  }

  async #accepted(connection: BrokerConnection, acceptance: Acceptance): Promise<void> {
    const { filters, elapsed, broker, say } = this.#parts;
    this.#isConnected = true;
    this.#acceptedAt = elapsed.now();
    if (this.#failure !== null) say(`the broker ${broker.shown} is connected again`);
    this.#failure = null;
    if (!acceptance.hasSession) this.#inbox.sessionLost();
    const { subscribed, refused } = subscriptionPlan(filters, acceptance.hasSubscriptionIds);
    const failures = new Map(refused);
    await Promise.all(
      subscribed.map(async (filter) => {
        const end = await connection.subscribe(filter, subscriptionId(filter));
        if (end !== null) failures.set(filter, subscriptionFailure(end.code, end.error));
      }),
    );
    if (!connection.isOpen) return;
    for (const [filter, failure] of failures)
      if (failure !== this.#filterFailures.get(filter))
        say(`no messages of the filter ${filter} come from ${broker.shown}: ${failure}`);
    this.#filterFailures = failures;
    this.#isSubscribed = true;
  }

  #delivered(connection: BrokerConnection, message: Delivered): Promise<void> {
    const { filters, sender } = this.#parts;
    const now = sender.clock.now();
    this.#lastMessageAt = now;
    const { topic, subscriptionIds, messageId } = message;
    const working = filters.filter(({ filter }) => !this.#filterFailures.has(filter));
    return this.#inbox.add({
      ...message,
      receivedAt: now,
      deliveryId: `mqtt-${this.#run}-${++this.#deliveries}`,
      adapters: adaptersOf(working, topic, subscriptionIds),
      isOpen: () => connection.isOpen,
      acknowledge: () => {
        if (messageId !== null) connection.acknowledge(messageId);
      },
    });
  }

  #ended({ code, error }: ConnectionEnd): void {
    const { broker, say, random, timers, elapsed } = this.#parts;
    const wasAccepted = this.#isConnected;
    this.#isConnected = this.#isSubscribed = false;
    this.#inbox.connectionLost();
    if (this.#isStopped) return;
    const version = this.#version;
    if (wasAccepted) this.#version = 5;
    // A broker that does not speak a version of MQTT says so, or closes the connection.
    else if (isUnknownVersion(code) || (code === null && error === null))
      this.#version = version === 5 ? 4 : 5;
    if (version === 5 && isUnknownVersion(code)) {
      this.#cancel = timers.after(0, () => this.start());
      return;
    }
    const failure = connectionFailure(code, error);
    if (failure !== this.#failure)
      say(`no messages come from the broker ${broker.shown}: ${failure}; it is tried again`);
    this.#failure = failure;
    const hasLasted = wasAccepted && elapsed.now() - this.#acceptedAt >= LASTED_MS;
    this.#failures = hasLasted ? 1 : this.#failures + 1;
    const pause = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (this.#failures - 1));
    this.#cancel = timers.after(pause * (0.5 + random() / 2), () => this.start());
  }

  /** Says why messages are refused, at most once an hour for each topic (D33). */
  #refused({ topic }: ReceivedMessage, adapter: MqttAdapterName, reason: string): void {
    const { elapsed, say, telemetry } = this.#parts;
    this.#counts.refused++;
    telemetry.count("mqtt_refused_messages_total", 1);
    const now = elapsed.now();
    const last = this.#said.get(topic);
    if (last !== undefined && now - last < HOUR_MS) return;
    this.#said.delete(topic);
    this.#said.set(topic, now);
    for (const oldest of this.#said.keys()) {
      if (this.#said.size <= TOPICS_MAX) break;
      this.#said.delete(oldest);
    }
    // Devices decide what is in both.
    const shown = (text: string) => JSON.stringify(text.slice(0, SHOWN_LENGTH)).slice(1, -1);
    say(`a message of the topic ${shown(topic)} is refused by ${adapter}: ${shown(reason)}`);
  }

  async #setAside(message: ReceivedMessage, adapter: MqttAdapterName, error: unknown): Promise<void> {
    const { say, setAside, telemetry } = this.#parts;
    const path = await setAside.keep(message, adapter, messageOfError(error));
    this.#counts.setAside++;
    telemetry.count("mqtt_set_aside_messages_total", 1);
    const cause = error instanceof Error ? error.stack : error;
    say(`a message cannot be stored by itself, and has been set aside as ${path}: ${cause}`);
  }

  #stalled(error: unknown | null): void {
    const { say } = this.#parts;
    const before = this.#storeFailure;
    this.#storeFailure = error === null ? null : `messages cannot be stored: ${messageOfError(error)}`;
    if (this.#storeFailure === before) return;
    say(
      this.#storeFailure === null
        ? "messages are stored again"
        : `${this.#storeFailure}; it is tried again, and the broker keeps them`,
    );
  }
}
