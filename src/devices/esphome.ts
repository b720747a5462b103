import { formatInstant } from "../domain/instant.ts";
import { type Adapter, aliveOf, IGNORED, messageOf, unusable } from "./adapter.ts";

/** The topic of an ESPHome entity, behind that of its node. */
const ENTITY = /^(.+)\/(?:sensor|text_sensor)\/[^/]+\/state$/;

/** The topic at which a node says that it is there. */
const STATUS = /^(.+)\/status$/;

/**
 * Crossings of ESPHome nodes with Roode (D33): `Entry` or `Exit` at `<node>/sensor/<name>/state`, or at a topic of one's own
 * below that of the node. They have no time, so they are at the one of their receipt; each delivery is another crossing,
 * also of the same ms. A node that says `online` is alive; other entities are not used.
 *
 * A node has a single line, which its topic names.
 */
export const esphome: Adapter = ({ body, topic, receivedAt, deliveryId }) => {
  if (topic === undefined) throw unusable("has no topic, which names its device");
  const text = body.toString("utf8").trim().toLowerCase();
  const [, statusNode] = STATUS.exec(topic) ?? [];
  if (statusNode !== undefined && text === "online") return messageOf(aliveOf(statusNode));
  // The values of Roode's text sensor `entry_exit_event`.
  if (text !== "entry" && text !== "exit") return IGNORED;
  const [, node = topic.replace(/\/[^/]*$/, "")] = ENTITY.exec(topic) ?? [];
  const event = {
    sensor_serial_number: node,
    timestamp: formatInstant(receivedAt),
    trajectory: text === "entry" ? 1 : -1,
    ...(deliveryId !== undefined && { event_id: deliveryId }),
  };
  return { readings: [], events: [event], ignored: 0, refused: [] };
};
