import type { Clock } from "../domain/clock.ts";
import { MINUTE_MS, SECOND_MS } from "../domain/instant.ts";
import type { Timers } from "../engine/deliveries/delivery-runtime.ts";
import type { ReadingIngest } from "../engine/ingest/ingest-readings.ts";
import type { SubscriptionState } from "../engine/ports/mqtt.ts";
import type { Telemetry } from "../engine/telemetry.ts";
import type { BrokerAddress } from "./broker-address.ts";
import {
  type Acceptance,
  BrokerConnection,
  type ConnectionEnd,
  type Delivered,
  type MqttVersion,
} from "./connection.ts";
import { connectionFailure, isUnknownVersion, subscriptionFailure } from "./failures.ts";
import { Inbox, type ReceivedMessage } from "./inbox.ts";
import type { MqttAdapterName } from "./mqtt-adapters.ts";
import { RefusalLog } from "./refusal-log.ts";
import { takeMessage } from "./take-message.ts";
import { type AdapterFilter, adaptersOf, subscriptionId, subscriptionPlan } from "./topic-filters.ts";

/** The pauses between connections, in ms: the first, and the longest after repeated failures. */
const PAUSE_MS = SECOND_MS;
const PAUSE_MS_MAX = MINUTE_MS;

/** A connection that lasted so long, in ms, was no failure. */
const LASTED_MS = 10 * SECOND_MS;

export interface SubscriberParts {
  readonly broker: BrokerAddress;
  readonly filters: readonly AdapterFilter[];
  /** The certificates, in PEM, of authorities that are trusted; null for those of the system. */
  readonly ca: string | null;
  /** The broker keeps a session for it. */
  readonly clientId: string;
  readonly sender: ReadingIngest;
  readonly telemetry: Telemetry;
  readonly timers: Timers;
  /** A monotonic clock, in ms since any instant. */
  readonly elapsed: Clock;
  /** Uniform in [0, 1): the jitter of pauses. */
  readonly random: () => number;
  /** Whether this server may connect: a second one with the client id would end the connection of the first. */
  readonly mayConnect: () => boolean;
  /** Writes a line for operators. */
  readonly say: (line: string) => void;
}

/**
 * Takes the messages of a broker (D33), over one connection after another: a lost one is made again for ever, after pauses
 * that get longer.
 */
export class Subscriber {
  readonly #parts: SubscriberParts;
  readonly #inbox: Inbox;
  readonly #refusals: RefusalLog;
  #version: MqttVersion = 5;
  #connection: BrokerConnection | null = null;
  #isConnected = false;
  #isSubscribed = false;
  #acceptedAt = 0;
  #failures = 0;
  #cancel = () => {};
  #isStopped = false;
  #lastReceivedAt = 0;
  readonly #counts = { messages: 0, refused: 0 };
  #lastMessageAt: number | null = null;
  /** Why no messages come, and why none are stored. */
  #failure: string | null = null;
  #storeFailure: string | null = null;
  /** Why those of some filters do not come. */
  #filterFailures: ReadonlyMap<string, string> = new Map();

  constructor(parts: SubscriberParts) {
    this.#parts = parts;
    this.#refusals = new RefusalLog(parts.elapsed, parts.say);
    this.#inbox = new Inbox({
      take: (adapter, message) => takeMessage(parts.sender, adapter, message),
      timers: parts.timers,
      refused: (message, adapter, reason) => this.#refused(message, adapter, reason),
      taken: () => {
        this.#counts.messages++;
        parts.telemetry.count("mqtt_messages_total", 1);
      },
      stalled: (error) => this.#stalled(error),
    });
  }

  get state(): SubscriptionState {
    const { broker, filters } = this.#parts;
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
      waiting: this.#inbox.size,
      lastMessageAt: this.#lastMessageAt,
      failure: this.#failure ?? this.#storeFailure ?? filterFailure,
    };
  }

  start(): void {
    if (this.#isStopped) return;
    const { broker, ca, clientId, timers, mayConnect } = this.#parts;
    if (!mayConnect()) {
      this.#cancel = timers.after(PAUSE_MS, () => this.start());
      return;
    }
    const connection = new BrokerConnection({
      broker,
      ca,
      clientId,
      timers,
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
    // Crossings without a time of their own would be one at the same ms.
    this.#lastReceivedAt = Math.max(now, this.#lastReceivedAt + 1);
    const { topic, subscriptionIds, messageId } = message;
    const working = filters.filter(({ filter }) => !this.#filterFailures.has(filter));
    return this.#inbox.add({
      ...message,
      receivedAt: this.#lastReceivedAt,
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
    else if (isOldBroker({ code, error })) this.#version = version === 5 ? 4 : 5;
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

  #refused({ topic }: ReceivedMessage, adapter: MqttAdapterName, reason: string): void {
    this.#counts.refused++;
    this.#parts.telemetry.count("mqtt_refused_messages_total", 1);
    this.#refusals.add(topic, adapter, reason);
  }

  #stalled(error: unknown | null): void {
    const { say } = this.#parts;
    const before = this.#storeFailure;
    this.#storeFailure =
      error === null
        ? null
        : `messages cannot be stored: ${error instanceof Error ? error.message : String(error)}`;
    if (this.#storeFailure === before) return;
    say(
      this.#storeFailure === null
        ? "messages are stored again"
        : `${this.#storeFailure}; it is tried again, and the broker keeps them`,
    );
  }
}

/** Whether a broker may be one that does not speak a version of MQTT: it says so, or closes the connection. */
function isOldBroker({ code, error }: ConnectionEnd): boolean {
  return isUnknownVersion(code) || (code === null && error === null);
}
