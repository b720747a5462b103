import { describe, expect, it } from "vitest";
import { esphome } from "../../src/devices/esphome.ts";
import { checkAnswersAnything } from "../support/device-messages.ts";

const RECEIVED_AT = Date.UTC(2026, 1, 2, 8, 13, 0, 5);

function translate(topic: string, text: string) {
  return esphome({ body: Buffer.from(text), query: {}, topic, receivedAt: RECEIVED_AT });
}

function crossing(serialNumber: string, trajectory: 1 | -1) {
  const event = { sensor_serial_number: serialNumber, timestamp: "2026-02-02T08:13:00.005Z", trajectory };
  return { readings: [], events: [event], ignored: 0, refused: [] };
}

describe("messages of ESPHome", () => {
  it("an entry and an exit are crossings of the node at their receipt (D33)", () => {
    expect(translate("hall/sensor/last_direction/state", "Entry")).toEqual(crossing("hall", 1));
    expect(translate("hall/sensor/last_direction/state", "Exit")).toEqual(crossing("hall", -1));
    expect(translate("hall/text_sensor/last_direction/state", " exit\n")).toEqual(crossing("hall", -1));
  });

  it("each delivery is a crossing, also of the same ms (D33)", () => {
    const message = { body: Buffer.from("Entry"), query: {}, topic: "hall", receivedAt: RECEIVED_AT };
    const [event] = esphome({ ...message, deliveryId: "mqtt-1-2" }).events ?? [];
    expect(event).toEqual({ ...crossing("hall", 1).events[0], event_id: "mqtt-1-2" });
  });

  it("the topic names the node, also one of several levels and one of one's own (D33)", () => {
    expect(translate("home/hall/sensor/last_direction/state", "Entry")).toEqual(crossing("home/hall", 1));
    expect(translate("hall/crossing", "Entry")).toEqual(crossing("hall", 1));
    expect(translate("hall", "Entry")).toEqual(crossing("hall", 1));
  });

  it("a node that says that it is online is alive (D33)", () => {
    expect(translate("hall/status", "online")).toEqual({
      readings: [{ kind: "alive", serialNumber: "hall", at: null, health: {} }],
      ignored: 0,
      refused: [],
    });
    expect(translate("hall/status", "offline")).toMatchObject({ readings: [], ignored: 1 });
  });

  it("other entities are not used, as the number of people, which is no count of passages (D33)", () => {
    for (const [topic, text] of [
      ["hall/number/people_counter/state", "3"],
      ["hall/sensor/roode_version/state", "1.5.1"],
      ["hall/sensor/last_direction/state", ""],
    ] as const)
      expect(translate(topic, text)).toEqual({ readings: [], ignored: 1, refused: [] });
  });

  it("a message without a topic is refused (D33)", () => {
    expect(() => esphome({ body: Buffer.from("Entry"), query: {}, receivedAt: 0 })).toThrow(
      "body: has no topic, which names its device",
    );
  });

  it("answers any bytes", () =>
    checkAnswersAnything((message) => esphome({ ...message, topic: "hall/sensor/a/state" }), ["Entry"]));
});
