import { z } from "zod";
import { readingTime } from "../domain/reading-time.ts";
import { type Adapter, aliveOf, IGNORED, refusalOf, unusable } from "./adapter.ts";
import { anything, label, numberOf, parseJson } from "./message-fields.ts";

/** The description of a device, which Zigbee2MQTT sends if it is set to. */
const DEVICE = z.object({ ieeeAddr: label, friendlyName: label, model: label, softwareBuildID: label });

const MESSAGE = z.object({
  serial_number: label,
  ieee_address: label,
  device: DEVICE.nullish().catch(null),
  battery: anything,
  last_seen: anything,
});

/** The fields of presence in Zigbee2MQTT, Matter and what bridges them. */
const PRESENCE = ["occupancy", "presence", "motion", "occupied"];

const REASON = "is presence, not a count of passages";

/** Topics of a bridge itself, such as `zigbee2mqtt/bridge/devices`, and of the connection of a device. */
const NOT_OF_DEVICES = /^bridge\/|\/(?:availability|set|get)$/;

/**
 * Presence sensors: they are alive, and what they say is no count. The parameter `serial_number` of the address names
 * those that do not name themselves, and so does a topic: `zigbee2mqtt/<name>` (D33).
 */
export const presence: Adapter = ({ body, query, topic }) => {
  // The first level is the bridge's.
  const topicName = topic?.slice(topic.indexOf("/") + 1).trim();
  if (topicName !== undefined && NOT_OF_DEVICES.test(topicName)) return IGNORED;
  const value = parseJson(body);
  const isBare = typeof value === "boolean";
  const message = MESSAGE.safeParse(isBare ? {} : value);
  if (!message.success) throw unusable("is not a message of a presence sensor");
  const { serial_number, ieee_address, device, battery, last_seen } = message.data;
  const named = serial_number || ieee_address || device?.ieeeAddr || device?.friendlyName;
  const serialNumber = named || query.serial_number?.trim() || topicName || null;
  const isPresence = isBare || PRESENCE.some((name) => typeof Reflect.get(Object(value), name) === "boolean");
  const refused = isPresence ? [{ serialNumber, reason: REASON }] : [];
  if (serialNumber === null) return isPresence ? refusalOf(null, REASON) : IGNORED;
  const percent = numberOf(battery);
  const health = {
    ...(device?.model && { sensorType: device.model }),
    ...(device?.softwareBuildID && { firmwareVersion: device.softwareBuildID }),
    ...(percent !== null && Number.isFinite(percent) && { battery: percent }),
  };
  return { readings: [aliveOf(serialNumber, readingTime(last_seen), health)], ignored: 0, refused };
};
