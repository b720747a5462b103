import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TranslateApart } from "../../devices/adapter.ts";
import { SET_ASIDE_FOLDER } from "../../domain/data-directory.ts";
import type { Engine } from "../../engine/engine.ts";
import { Duty } from "../../engine/journal/duty.ts";
import { MQTT_DUTY } from "../../engine/ports/mqtt.ts";
import { systemTimers } from "../../engine/timers.ts";
import { brokerAddress } from "../../mqtt/broker-address.ts";
import { SetAside } from "../../mqtt/set-aside.ts";
import { Subscriber } from "../../mqtt/subscriber.ts";
import { adapterFilters } from "../../mqtt/topic-filters.ts";
import { elapsedClock, hidePasswords, info, onFile, systemRandom, usage } from "../process.ts";
import type { SettingsOf } from "../settings/settings.ts";
import type { WorkPlace } from "./mirrors.ts";

export type MqttSource = NonNullable<ReturnType<typeof mqttSource>>;

/**
 * Reads the settings of MQTT; null without a broker. It opens no connection.
 *
 * @throws HeadcountError `invalid`, without the password, if one is wrong or missing
 */
export function mqttSource({
  mqtt,
  mqttTopic = [],
  mqttCa,
}: Pick<SettingsOf<"serve">, "mqtt" | "mqttTopic" | "mqttCa">) {
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
  // Certificates in PEM of authorities that are trusted; null for those of the system.
  const ca =
    mqttCa === undefined
      ? null
      : onFile("unreadable-input", `cannot read --mqtt-ca ${mqttCa}`, () => readFileSync(mqttCa, "utf8"));
  return { broker, filters, ca };
}

export type RunningSubscription = ReturnType<typeof startMqtt>;

/**
 * Takes messages of MQTT until it is stopped.
 *
 * @param options the data directory; in a cluster, where only one node does so, the leases of its duties
 */
export function startMqtt(
  engine: Engine,
  source: MqttSource,
  { directory, means, translateApart }: WorkPlace & { readonly translateApart: TranslateApart },
) {
  const { catalog, replica, telemetry } = engine;
  const sender = { ...engine, actor: { tokenId: null, name: "MQTT" } };
  const folder = join(directory, SET_ASIDE_FOLDER);
  const setAside = onFile("unavailable", `cannot read ${folder}`, () => new SetAside(folder));
  let subscriber: Subscriber | null = null;
  let mayConnect = () => true;
  const begin = async () => {
    subscriber = new Subscriber({
      ...source,
      // At most 23 characters, which every broker accepts. In a cluster, all nodes have the organization of its log.
      clientId: `headcount-${catalog.organizationId.toString(36)}`,
      sender,
      translateApart,
      setAside,
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
  const work = { begin, end, isFollowing: () => replica.state.stopped === null, failed: () => {} };
  const duty = new Duty(MQTT_DUTY, { ...means, ...work, timers: systemTimers });
  mayConnect = () => duty.isHeld;
  duty.start();
  return { state, stop: () => duty.stop(0) };
}
