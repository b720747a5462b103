import { readFileSync } from "node:fs";
import { systemTimers } from "../engine/deliveries/delivery-runtime.ts";
import type { Engine } from "../engine/engine.ts";
import { MQTT_DUTY, type Subscription } from "../engine/ports/mqtt.ts";
import { Duty, type DutyMeans } from "../engine/replication/duty.ts";
import { type BrokerAddress, brokerAddress } from "../mqtt/broker-address.ts";
import { Subscriber } from "../mqtt/subscriber.ts";
import { type AdapterFilter, adapterFilters } from "../mqtt/topic-filters.ts";
import { elapsedClock, hidePasswords, info, onFile, systemRandom } from "./process.ts";
import type { SettingsOf } from "./settings.ts";
import { usage } from "./target.ts";

/** A broker of MQTT, and what is subscribed to there. */
export interface MqttSource {
  readonly broker: BrokerAddress;
  readonly filters: readonly AdapterFilter[];
  /** The certificates, in PEM, of authorities that are trusted; null for those of the system. */
  readonly ca: string | null;
}

/**
 * Reads the settings of MQTT; null without a broker. It opens no connection.
 *
 * @throws HeadcountError `invalid`, without the password, if one is wrong or missing
 */
export function mqttSource({
  mqtt,
  mqttTopic = [],
  mqttCa,
}: Pick<SettingsOf<"serve">, "mqtt" | "mqttTopic" | "mqttCa">): MqttSource | null {
  if (mqtt === undefined) {
    if (mqttTopic.length > 0) throw usage("--mqtt-topic needs --mqtt");
    return null;
  }
  const broker = brokerAddress(mqtt);
  hidePasswords(mqtt);
  if (mqttTopic.length === 0)
    throw usage("--mqtt needs --mqtt-topic with an adapter and a topic filter, such as xovis=counters/#");
  const filters = adapterFilters(mqttTopic);
  if (mqttCa !== undefined && !broker.isSecure) throw usage("--mqtt-ca needs an address with mqtts://");
  const ca =
    mqttCa === undefined
      ? null
      : onFile("unreadable-input", `cannot read --mqtt-ca ${mqttCa}`, () => readFileSync(mqttCa, "utf8"));
  return { broker, filters, ca };
}

/** The messages of MQTT that a server takes. */
export interface RunningSubscription extends Subscription {
  stop(): Promise<void>;
}

/**
 * Takes messages of MQTT until it is stopped.
 *
 * @param means in a cluster, where only one node does so: the leases of its duties
 */
export function startMqtt(engine: Engine, source: MqttSource, means: DutyMeans | null): RunningSubscription {
  const { catalog, replica, telemetry } = engine;
  const sender = { ...engine, actor: { tokenId: null, name: "MQTT" } };
  let subscriber: Subscriber | null = null;
  let mayConnect = () => true;
  const begin = async () => {
    subscriber = new Subscriber({
      ...source,
      // At most 23 characters, which every broker accepts. In a cluster, all nodes have the organization of its log.
      clientId: `headcount-${catalog.organizationId.toString(36)}`,
      sender,
      telemetry,
      timers: systemTimers,
      elapsed: elapsedClock,
      random: systemRandom,
      mayConnect: () => mayConnect(),
      say: (line) => info(`headcount: MQTT: ${line}`),
    });
    subscriber.start();
  };
  const end = async () => {
    const stopping = subscriber?.stop();
    subscriber = null;
    await stopping;
  };
  const state = () => subscriber?.state ?? null;
  telemetry.gauge("mqtt_connected", () => (state()?.isConnected === true ? 1 : 0));
  telemetry.gauge("mqtt_waiting_messages", () => state()?.waiting ?? 0);
  if (means === null || replica === null) {
    void begin();
    return { state, stop: end };
  }
  const isFollowing = () => replica.state.stopped === null;
  const duty = new Duty(MQTT_DUTY, {
    ...means,
    timers: systemTimers,
    isFollowing,
    begin,
    end,
    failed: () => {},
  });
  mayConnect = () => duty.isHeld;
  duty.start();
  return { state, stop: () => duty.stop(0) };
}
