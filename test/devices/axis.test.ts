import { describe, expect, it } from "vitest";
import { axis } from "../../src/devices/axis.ts";
import { checkAnswersAnything, hasSamples, sampleBody, translate } from "../support/device-messages.ts";

const AT = 1_645_568_542_222;
const SERIAL = "B8A44F000001";

function event(data: object, fields: object = {}) {
  const topic = "axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario2";
  return { topic, timestamp: AT, serial: SERIAL, message: { source: {}, key: {}, data }, ...fields };
}

const CROSSING = { scenario: "Into shop", reason: "human", total: "9", totalHuman: "4", totalCar: "5" };
const SUMS = { serial: SERIAL, name: "Exit south", timestamp: "20170503112756", in: 12, out: 318 };

const crossed = {
  kind: "total",
  serialNumber: `${SERIAL}:Into shop`,
  at: AT,
  inTotal: 4,
  outTotal: null,
  width: null,
  isBoot: false,
  isUndirected: true,
};
const sums = {
  ...crossed,
  serialNumber: SERIAL,
  at: { local: "2017-05-03T11:27:56" },
  inTotal: 12,
  outTotal: 318,
  isUndirected: false,
};
const alive = { kind: "alive", serialNumber: SERIAL, at: AT, health: {} };

describe("messages of Axis cameras", () => {
  it.skipIf(!hasSamples)("the samples are totals, and an occupancy that is refused (D32)", () => {
    expect(translate(axis, sampleBody("axis/aoa-crossline-mqtt.json"))).toEqual({
      readings: [{ ...crossed, serialNumber: "B8A44F941234:passageCounts" }],
      ignored: 0,
      refused: [],
    });
    expect(translate(axis, sampleBody("axis/people-counter-live-sum.json")).readings).toEqual([
      { ...sums, serialNumber: "00408CAC512B" },
    ]);
    expect(translate(axis, sampleBody("axis/aoa-occupancy-mqtt.json"))).toEqual({
      readings: [{ ...alive, serialNumber: "B8A44F941234" }],
      ignored: 0,
      refused: [
        {
          serialNumber: "B8A44F941234:numberOfOccupants",
          reason: "is an occupancy, not a count of passages",
        },
      ],
    });
  });

  it("a scenario is a line whose direction is a setting, and counts people alone, not cars (D32)", () => {
    expect(translate(axis, event(CROSSING)).readings).toEqual([crossed]);
    const zero = { ...CROSSING, totalHuman: "0" };
    expect(translate(axis, event(zero)).readings).toEqual([{ ...crossed, inTotal: 0 }]);
  });

  it("a scenario that counts no people is ignored (D32)", () => {
    const cars = { ...CROSSING, totalHuman: undefined };
    for (const data of [cars, { ...cars, reason: undefined }])
      expect(translate(axis, event(data))).toEqual({ readings: [alive], ignored: 1, refused: [] });
  });

  it("a scenario without a name has that of its topic (D32)", () => {
    const { readings } = translate(axis, event({ ...CROSSING, scenario: undefined }));
    expect(readings).toEqual([{ ...crossed, serialNumber: `${SERIAL}:Device1Scenario2` }]);
  });

  it("other events show that the camera is alive (D32)", () => {
    for (const data of [{ active: "1" }, { state: "ready" }])
      expect(translate(axis, event(data))).toEqual({ readings: [alive], ignored: 1, refused: [] });
    expect(translate(axis, event({}, { message: {} })).readings).toEqual([alive]);
  });

  it("the time of People Counter is a local time without a zone (D32)", () => {
    const atOf = (timestamp: unknown) => {
      const { readings, refused } = translate(axis, { ...SUMS, timestamp });
      const [reading] = readings;
      return reading?.kind === "total" ? reading.at : refused[0]?.reason;
    };
    expect(translate(axis, SUMS)).toEqual({ readings: [sums], ignored: 0, refused: [] });
    expect(atOf(20_170_503_112_756)).toEqual(sums.at);
    expect(atOf("2017-05-03T11:27:56+02:00")).toBe(Date.UTC(2017, 4, 3, 9, 27, 56));
    for (const damaged of ["20171303112756", "20170503992756", "", undefined, {}])
      expect(atOf(damaged)).toBe("has no time");
  });

  it("totals may count one direction only, and are passed on as they are (D31)", () => {
    expect(translate(axis, { ...SUMS, out: undefined }).readings).toEqual([{ ...sums, outTotal: null }]);
    expect(translate(axis, { ...SUMS, in: "-1", out: 2.5 }).readings).toEqual([
      { ...sums, inTotal: -1, outTotal: 2.5 },
    ]);
    const refused = translate(axis, { ...SUMS, in: null, out: null }).refused;
    expect(refused).toEqual([{ serialNumber: SERIAL, reason: "has no count" }]);
  });

  it.each([
    "",
    "{",
    "[]",
    "{}",
    `{"serial":"${SERIAL}"}`,
    '{"in":1,"out":2}',
    '{"FriendlyDeviceSerial":"V4D-1"}',
  ])("%j is damaged or of another system (D32)", (body) => {
    expect(() => translate(axis, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(axis, [event(CROSSING), event({ total: "7", human: "7" }), SUMS]);
  });
});
