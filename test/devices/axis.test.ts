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
  const UTC = { utcFrom: "2026-03-02T08:15:00Z", utcTo: "2026-03-02T08:16:00Z" };
  const LOCAL = { localFrom: "2026-03-02T09:15:00", localTo: "2026-03-02T09:16:00" };
  const ITEMS = [
    { direction: "in", count: 3, adults: 2 },
    { direction: "out", count: 1, adults: 1 },
  ];
  const report = (measurements: object[], apiVersion = "0.4") => ({
    apiName: "Axis Retail Data",
    apiVersion,
    data: { ...UTC, ...LOCAL, measurements },
    sensor: { application: "AXIS 3D People Counter", applicationVersion: "10.3", serial: SERIAL },
  });
  const interval = {
    kind: "interval",
    serialNumber: SERIAL,
    from: Date.UTC(2026, 2, 2, 8, 15),
    to: Date.UTC(2026, 2, 2, 8, 16),
    in: 3,
    out: 1,
    coverage: null,
    isUndirected: false,
  };

  it.each(["0.3", "0.4"])("the reports of People Counter, version %s, are intervals (D32)", (version) => {
    const counts = { kind: "people-counts", ...UTC, ...LOCAL, items: ITEMS };
    const later = { ...counts, utcFrom: UTC.utcTo, utcTo: "2026-03-02T08:17:00Z", items: [ITEMS[0]] };
    expect(translate(axis, report([counts, { kind: "occupancy", items: [] }, later], version))).toEqual({
      readings: [interval, { ...interval, from: interval.to, to: interval.to + 60_000, out: null }],
      ignored: 1,
      refused: [],
    });
    // Without a span of its own, or in UTC, a measurement has that of the report.
    expect(translate(axis, report([{ kind: "people-counts", items: ITEMS }])).readings).toEqual([interval]);
  });

  it("a report without counts of people is not used, and its camera is alive (D32)", () => {
    const health = { sensorType: "AXIS 3D People Counter", firmwareVersion: "10.3" };
    expect(translate(axis, report([{ kind: "queue", items: [] }]))).toEqual({
      readings: [{ ...alive, at: null, health }],
      ignored: 1,
      refused: [],
    });
    const wrong = [{ kind: "people-counts", items: [{ direction: "in" }] }];
    expect(translate(axis, report(wrong)).readings).toMatchObject([{ in: Number.NaN }]);
    expect(translate(axis, report([{ kind: "people-counts", items: [] }])).refused).toEqual([
      { serialNumber: SERIAL, reason: "has no count" },
    ]);
  });

  it("the push of 3D People Counter at a crossing has totals (D32)", () => {
    const push = {
      occupancy: 2,
      serial: SERIAL,
      timestamp: "2026-03-02T08:15:00Z",
      total_in: 12,
      total_out: 10,
    };
    const at = Date.UTC(2026, 2, 2, 8, 15);
    expect(translate(axis, push).readings).toEqual([{ ...sums, at, inTotal: 12, outTotal: 10 }]);
    expect(translate(axis, { ...push, timestamp: at / 1_000 }).readings).toMatchObject([{ at }]);
    // Some senders begin with a byte order mark.
    expect(translate(axis, `\ufeff${JSON.stringify(push)}`).readings).toHaveLength(1);
  });

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
