import { describe, expect, it } from "vitest";
import { presence } from "../../src/devices/presence.ts";
import { checkAnswersAnything, translate } from "../support/device-messages.ts";

const DEVICE = {
  friendlyName: "Hall",
  ieeeAddr: "0x00158d0000000001",
  model: "RTCGQ11LM",
  softwareBuildID: "1.2",
};
const NAMED = { occupancy: true, battery: 91, last_seen: "2026-02-02T09:13:00+01:00", device: DEVICE };
const REASON = "is presence, not a count of passages";

function alive(serialNumber: string, at: number | null = null, health: object = {}) {
  return { kind: "alive", serialNumber, at, health };
}

describe("messages of presence sensors", () => {
  it("presence is refused as a count, and shows that the sensor is alive (D32)", () => {
    const health = { sensorType: "RTCGQ11LM", firmwareVersion: "1.2", battery: 91 };
    for (const occupancy of [true, false])
      expect(translate(presence, { ...NAMED, occupancy })).toEqual({
        readings: [alive("0x00158d0000000001", Date.UTC(2026, 1, 2, 8, 13), health)],
        ignored: 0,
        refused: [{ serialNumber: "0x00158d0000000001", reason: REASON }],
      });
  });

  it.each(["occupancy", "presence", "motion", "occupied"])("%s is presence (D32)", (name) => {
    const { refused } = translate(presence, { [name]: true }, { serial_number: "hall-1" });
    expect(refused).toEqual([{ serialNumber: "hall-1", reason: REASON }]);
  });

  it("a sensor that does not name itself is named by the address (D32)", () => {
    for (const body of [{ presence: true }, true, "false"])
      expect(translate(presence, body, { serial_number: " hall-1 " })).toEqual({
        readings: [alive("hall-1")],
        ignored: 0,
        refused: [{ serialNumber: "hall-1", reason: REASON }],
      });
    expect(translate(presence, NAMED, { serial_number: "hall-1" }).readings).toMatchObject([
      { serialNumber: "0x00158d0000000001" },
    ]);
    expect(translate(presence, true)).toEqual({
      readings: [],
      ignored: 0,
      refused: [{ serialNumber: null, reason: REASON }],
    });
  });

  it("a topic names the sensor, as those of Zigbee2MQTT do (D33)", () => {
    const at = (topic: string, text: string) =>
      presence({ body: Buffer.from(text), query: {}, topic, receivedAt: 0 });
    expect(at("zigbee2mqtt/Big hall", '{"occupancy":true}')).toEqual({
      readings: [alive("Big hall")],
      ignored: 0,
      refused: [{ serialNumber: "Big hall", reason: REASON }],
    });
    expect(at("zigbee2mqtt/floor/hall", "true").readings).toEqual([alive("floor/hall")]);
    expect(at("zigbee2mqtt/hall", JSON.stringify(NAMED)).readings).toMatchObject([
      { serialNumber: "0x00158d0000000001" },
    ]);
    // What the bridge says of itself and of connections need not be JSON.
    for (const [topic, text] of [
      ["zigbee2mqtt/bridge/state", "online"],
      ["zigbee2mqtt/bridge/devices", "[]"],
      ["zigbee2mqtt/hall/availability", "offline"],
      ["zigbee2mqtt/hall/set", "x"],
    ] as const)
      expect(at(topic, text)).toEqual({ readings: [], ignored: 1, refused: [] });
  });

  it("a message without presence only shows that the sensor is alive (D32)", () => {
    expect(translate(presence, { ieee_address: "0x01", battery: 40, contact: true })).toEqual({
      readings: [alive("0x01", null, { battery: 40 })],
      ignored: 0,
      refused: [],
    });
    expect(translate(presence, { serial_number: "hall-1", battery: "low" }).readings).toEqual([
      alive("hall-1"),
    ]);
    expect(translate(presence, { state: "online" })).toEqual({ readings: [], ignored: 1, refused: [] });
    expect(translate(presence, { device: "Hall" }).ignored).toBe(1);
  });

  it.each(["", "ON", "{", "[]", "3", '"on"', "null", '{"serial_number":{}}'])(
    "%j is damaged (D32)",
    (body) => {
      expect(() => translate(presence, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
    },
  );

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(presence, [NAMED, { ieee_address: "0x01", motion: false }]);
  });
});
