import type { Adapter } from "../devices/adapter.ts";
import { ADAPTERS } from "../devices/adapters.ts";
import { esphome } from "../devices/esphome.ts";
import { headcount } from "./headcount-messages.ts";

/** The adapters of messages by MQTT by their names in settings: those of HTTP, and two more (D33). */
export const MQTT_ADAPTERS = { ...ADAPTERS, headcount, esphome } as const satisfies Readonly<
  Record<string, Adapter>
>;

export type MqttAdapterName = keyof typeof MQTT_ADAPTERS;

export function isMqttAdapter(name: string): name is MqttAdapterName {
  return Object.hasOwn(MQTT_ADAPTERS, name);
}
