import { formatInstant } from "../domain/instant.ts";
import { type Adapter, IGNORED, messageOf, unusable } from "./adapter.ts";

/** What Roode's text sensor `entry_exit_event` says, in lower case, as trajectories. */
const TRAJECTORIES: ReadonlyMap<string, 1 | -1> = new Map([
  ["entry", 1],
  ["exit", -1],
]);

/** The topic of an ESPHome entity, behind that of its node. */
const ENTITY = /^(.+)\/(?:sensor|text_sensor)\/[^/]+\/state$/;

/** The topic at which a node says that it is there. */
const STATUS = /^(.+)\/status$/;

/**
 * Crossings of ESPHome nodes with Roode (D33): `Entry` or `Exit` at `<node>/sensor/<name>/state`, or at a topic of one's own
 * below that of the node. They have no time, so they are at the one of their receipt. A node that says `online` is alive;
 * other entities are not used.
 *
 * A node has a single line, which its topic names.
 */
export const esphome: Adapter = ({ body, topic, receivedAt }) => {
  if (topic === undefined) throw unusable("has no topic, which names its device");
  const text = body.toString("utf8").trim().toLowerCase();
  const [, statusNode] = STATUS.exec(topic) ?? [];
  if (statusNode !== undefined && text === "online")
    return messageOf({ kind: "alive", serialNumber: statusNode, at: null, health: {} });
  const trajectory = TRAJECTORIES.get(text);
  if (trajectory === undefined) return IGNORED;
  const event = {
    sensor_serial_number: nodeOf(topic),
    timestamp: formatInstant(receivedAt),
    trajectory,
  };
  return { readings: [], events: [event], ignored: 0, refused: [] };
};

function nodeOf(topic: string): string {
  const [, node] = ENTITY.exec(topic) ?? [];
  return node ?? topic.replace(/\/[^/]*$/, "");
}
