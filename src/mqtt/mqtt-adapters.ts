import type { Adapter } from "../devices/adapter.ts";
import type { AdapterName } from "../devices/adapter-names.ts";
import { ADAPTERS } from "../devices/adapters.ts";
import { esphome } from "../devices/esphome.ts";
import { headcount } from "./headcount-messages.ts";

/** An adapter of messages by MQTT as settings name it: those of HTTP, and two more (D33). */
export type MqttAdapterName = AdapterName | "headcount" | "esphome";

export const MQTT_ADAPTERS: Readonly<Record<MqttAdapterName, Adapter>> = { ...ADAPTERS, headcount, esphome };

export function isMqttAdapter(name: string): name is MqttAdapterName {
  return Object.hasOwn(MQTT_ADAPTERS, name);
}
