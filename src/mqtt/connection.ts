import mqtt, { type IPublishPacket, type MqttClient } from "mqtt";
import { generate } from "mqtt-packet";
import { DAY_MS, SECOND_MS } from "../domain/instant.ts";
import { BODY_BYTES_MAX } from "../domain/limits.ts";
import type { Timers } from "../engine/timers.ts";
import { type BrokerAddress, clientOptions } from "./broker-address.ts";

/** How often an idle connection is checked, in s. */
const KEEP_ALIVE_S = 20;

/** How long a broker keeps messages for a server that is away, in s; one of MQTT 3.1.1 decides itself. */
const SESSION_S = (7 * DAY_MS) / SECOND_MS;

/** Messages that the broker sends at most before one of them is acknowledged. */
const IN_FLIGHT_MAX = 1_000;

/** The greatest packet that the broker may send: its topic and properties are added to its message. */
const PACKET_BYTES_MAX = BODY_BYTES_MAX + 128 * 1024;

/** How long a broker may take to close the connection, in ms. */
const CLOSE_MS = SECOND_MS;

/** The versions of MQTT that are spoken: 5, and 3.1.1, whose number is 4. */
export type MqttVersion = 4 | 5;

/** A message by a connection. */
export interface Delivered {
  readonly topic: string;
  readonly body: Buffer;
  readonly isRetained: boolean;
  readonly isRepeated: boolean;
  /** Null at QoS 0: such a message is not acknowledged, and not given again. */
  readonly messageId: number | null;
  /** Null if the broker does not send the identifiers of subscriptions. */
  readonly subscriptionIds: readonly number[] | null;
}

/** What the broker says when it accepts a connection. */
export interface Acceptance {
  /** Whether it has kept the session of before, with the messages that came meanwhile. */
  readonly hasSession: boolean;
  readonly hasSubscriptionIds: boolean;
}

/** Why a connection has ended. */
export interface ConnectionEnd {
  /** The reason code of MQTT; null if the broker has said none. */
  readonly code: number | null;
  readonly error: Error | null;
}

interface ConnectionObserver {
  accepted(acceptance: Acceptance): void;
  /** @returns when there is room for the next message */
  delivered(message: Delivered): Promise<void>;
  ended(end: ConnectionEnd): void;
}

export interface ConnectionParts {
  readonly broker: BrokerAddress;
  /** The certificates, in PEM, of authorities that are trusted; null for those of the system. */
  readonly ca: string | null;
  /** The broker keeps a session for it. */
  readonly clientId: string;
  readonly version: MqttVersion;
  readonly timers: Timers;
  readonly observer: ConnectionObserver;
}

/** A connection to a broker, with a session that the broker keeps. It is not made again when it has ended. */
export class BrokerConnection {
  readonly #client: MqttClient;
  readonly #version: MqttVersion;
  readonly #timers: Timers;
  #hasIds = false;
  /** Whether messages can still come, and be acknowledged. */
  isOpen = true;

  constructor({ broker, ca, clientId, version, timers, observer }: ConnectionParts) {
    this.#version = version;
    this.#timers = timers;
    const properties = {
      sessionExpiryInterval: SESSION_S,
      receiveMaximum: IN_FLIGHT_MAX,
      maximumPacketSize: PACKET_BYTES_MAX,
    };
    const client = mqtt.connect({
      ...clientOptions(broker),
      ...(ca !== null && { ca }),
      clientId,
      protocolVersion: version,
      ...(version === 5 && { properties }),
      clean: false,
      reconnectPeriod: 0,
      resubscribe: false,
      keepalive: KEEP_ALIVE_S,
    });
    this.#client = client;
    let code: number | null = null;
    let error: Error | null = null;
    client.on("connect", ({ sessionPresent, properties: given }) => {
      this.#hasIds = version === 5 && given?.subscriptionIdentifiersAvailable !== false;
      observer.accepted({ hasSession: sessionPresent, hasSubscriptionIds: this.#hasIds });
    });
    client.on("error", (reason) => {
      if ("code" in reason && typeof reason.code === "number") code ??= reason.code;
      else error ??= reason;
    });
    client.on("disconnect", ({ reasonCode = 0 }) => {
      if (reasonCode > 0) code ??= reasonCode;
    });
    client.on("close", () => {
      if (!this.isOpen) return;
      this.isOpen = false;
      observer.ended({ code, error });
    });
    client.handleMessage = (packet, done) => {
      // With an error, the client goes on with the next packet, and does not acknowledge this one: we do so later.
      const goOn = () => done(new Error("acknowledged when it is stored"));
      observer.delivered(this.#delivered(packet)).then(goOn, goOn);
    };
  }

  #delivered({ topic, payload, retain, dup, qos, messageId, properties }: IPublishPacket): Delivered {
    const ids = properties?.subscriptionIdentifier;
    return {
      topic,
      body: Buffer.isBuffer(payload) ? payload : Buffer.from(payload),
      isRetained: retain,
      isRepeated: dup,
      messageId: qos === 0 || messageId === undefined ? null : messageId,
      subscriptionIds: ids === undefined ? null : [ids].flat(),
    };
  }

  /**
   * Subscribes to a filter.
   *
   * @param id identifies the subscription in its messages, if the broker supports that
   * @returns null if it is subscribed to, else why not: the reason code of MQTT, null without an answer
   */
  subscribe(
    filter: string,
    id: number,
  ): Promise<{ readonly code: number | null; readonly error: Error } | null> {
    // Only a new subscription gets the retained messages.
    const options = {
      qos: 1,
      rh: 1,
      ...(this.#hasIds && { properties: { subscriptionIdentifier: id } }),
    } as const;
    return new Promise((resolve) => {
      this.#client.subscribe(filter, options, (error, _granted, answer) => {
        if (error === null || error === undefined) resolve(null);
        else {
          const [code] = answer?.granted ?? [];
          resolve({ code: typeof code === "number" ? code : null, error });
        }
      });
    });
  }

  /** Tells the broker that a message is stored. A connection that has ended leaves it to the next one. */
  acknowledge(messageId: number): void {
    if (!this.isOpen) return;
    const packet = { cmd: "puback", messageId, reasonCode: 0 } as const;
    this.#client.stream.write(generate(packet, { protocolVersion: this.#version }));
  }

  /** Ends the connection; the broker keeps the session. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    const { stream } = this.#client;
    await new Promise<void>((resolve) => {
      const cancel = this.#timers.after(CLOSE_MS, resolve);
      this.#client.once("close", () => {
        cancel();
        resolve();
      });
      this.#client.end(!this.#client.connected);
    });
    stream.destroy();
  }
}

/** The reason codes of MQTT 5 that mean the same as those of 3.1.1, by these. */
const CODES_OF_5 = [0, 132, 133, 136, 134, 135];

/** Why a broker refuses a connection or ends it, by the reason codes of MQTT 5. */
const CONNECTION_REASONS: ReadonlyMap<number, string> = new Map([
  [132, "the broker speaks neither MQTT 5 nor 3.1.1"],
  [133, "the broker refuses the client id"],
  [136, "the broker says that its server is unavailable"],
  [134, "the broker refuses the user or the password; check those in the address"],
  [135, "the broker does not let the user in: not authorized"],
  [137, "the broker is busy"],
  [138, "the broker has banned this client"],
  [139, "the broker is shutting down"],
  [
    142,
    "another client has connected with the same client id; is another server running with a copy of these data?",
  ],
  [151, "the broker's quota is exceeded"],
]);

/** Whether a broker has said with a code that it does not speak MQTT 5. */
export function isUnknownVersion(code: number | null): boolean {
  return code === 1 || code === 132;
}

const SUBSCRIPTION_REASONS: ReadonlyMap<number, string> = new Map([
  [128, "the broker refuses the subscription; check what the user may subscribe to"],
  [135, "the broker refuses the subscription: the user is not authorized to subscribe to the filter"],
  [143, "the broker refuses the topic filter"],
  [151, "the broker refuses the subscription: its quota is exceeded"],
  [162, "the broker does not support wildcards in topic filters"],
]);

/** What is wrong with a connection, for operators. @param code of MQTT; null if the broker has said none */
export function connectionFailure(code: number | null, error: unknown): string {
  if (code !== null) {
    const reason = CONNECTION_REASONS.get(CODES_OF_5[code] ?? code);
    return reason ?? `the broker refuses the connection (reason code ${code})`;
  }
  if (error === null) return "the broker has closed the connection";
  const { code: name, message } = error as NodeJS.ErrnoException;
  if (name === "ECONNREFUSED") return "the broker cannot be reached: nothing listens at its address";
  if (name === "ENOTFOUND") return "the broker cannot be reached: its host has no address";
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT)/.test(name ?? ""))
    return `the certificate of the broker is not accepted: ${message}; --mqtt-ca names the file of its authority's`;
  // A missing connection of several addresses has no message of its own.
  return `the broker cannot be reached: ${message || name || String(error)}`;
}

/** Why a subscription is refused, for operators. */
export function subscriptionFailure(code: number | null, error: Error): string {
  if (code === null) return `the broker has not answered the subscription: ${error.message}`;
  return SUBSCRIPTION_REASONS.get(code) ?? `the broker refuses the subscription (reason code ${code})`;
}
