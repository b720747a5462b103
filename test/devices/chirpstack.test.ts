import { describe, expect, it } from "vitest";
import { chirpstack, theThingsStack } from "../../src/devices/lorawan-uplink.ts";
import {
  ARRIVAL,
  checkAnswersAnything,
  hasSamples,
  sampleBody,
  translate,
} from "../support/device-messages.ts";

const EUI = "24E124716C000001";
const AT = Date.UTC(2026, 1, 2, 9, 13, 15, 775);
const TIME = "2026-02-02T09:13:15.775023242+00:00";
const INFO = { tenantName: "Shops", deviceProfileName: "VS133", devEui: EUI.toLowerCase() };
const ENVELOPE = { deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d", time: TIME, deviceInfo: INFO };
const TOTALS = { line_1_total_in: 72, line_1_total_out: 200 };
const UP = { event: "up" };

function uplink(object: unknown, fields: object = {}) {
  return {
    ...ENVELOPE,
    devAddr: "00189440",
    dr: 1,
    fCnt: 7,
    fPort: 85,
    data: "A9JI",
    object,
    rxInfo: [{}],
    ...fields,
  };
}

function total(inTotal: number, outTotal: number, fields: object = {}) {
  const reading = { kind: "total", serialNumber: `${EUI}:1`, at: AT, inTotal, outTotal, width: 32 };
  return { ...reading, isBoot: false, isUndirected: false, ...fields };
}

function alive(health: object = {}, serialNumber = EUI, at = AT) {
  return { kind: "alive", serialNumber, at, health };
}

const nothing = { readings: [], ignored: 0, refused: [] };
const ignored = { ...nothing, ignored: 1 };

describe("messages of ChirpStack", () => {
  it.skipIf(!hasSamples)(
    "the samples of totals are totals, those of periods show that lines are alive (D32)",
    () => {
      const readingsOf = (file: string) =>
        translate(chirpstack, sampleBody(`milesight-lorawan/chirpstack-v4-${file}.json`), UP).readings;
      const at = Date.UTC(2022, 6, 18, 9, 34, 15, 775);
      const counted = [
        [72, 200],
        [0, 0],
        [0, 0],
        [5300, 6797],
      ] as const;
      expect(readingsOf("vs133-totals")).toEqual(
        counted.map(([entered, left], index) =>
          total(entered, left, { at, serialNumber: `${EUI}:${index + 1}` }),
        ),
      );
      expect(readingsOf("vs133-periods-fcnt0")).toEqual(
        counted.map((_, index) => alive({}, `${EUI}:${index + 1}`, at + 600_000)),
      );
      const small = { serialNumber: "24E124792C000002", width: 16 };
      expect(readingsOf("vs350-alarm-repeat")).toEqual([
        total(4353, 4360, { ...small, at: Date.UTC(2023, 8, 1, 3, 15) }),
      ]);
      expect(readingsOf("vs350-history")).toEqual([total(29, 8, { ...small, at: 1_693_531_647_000 })]);
    },
  );

  it("the object is read as of when the uplink arrived (D32)", () => {
    expect(translate(chirpstack, uplink(TOTALS), UP)).toEqual({ ...nothing, readings: [total(72, 200)] });
    const untimed = translate(chirpstack, uplink(TOTALS, { time: undefined }), UP);
    expect(untimed.readings).toEqual([total(72, 200, { at: ARRIVAL })]);
  });

  it("a time more than five minutes ahead is of a wrong clock: the arrival counts (D32)", () => {
    const readAt = (time: string, receivedAt: number) =>
      chirpstack({ body: Buffer.from(JSON.stringify(uplink(TOTALS, { time }))), query: UP, receivedAt })
        .readings;
    const arrival = AT - 300_000;
    expect(readAt(TIME, arrival)).toEqual([total(72, 200)]);
    expect(readAt(TIME, arrival - 1)).toEqual([total(72, 200, { at: arrival - 1 })]);
    expect(readAt("2012-01-01T00:01:00Z", arrival)).toEqual([
      total(72, 200, { at: Date.UTC(2012, 0, 1, 0, 1) }),
    ]);
    const theThings = {
      end_device_ids: { dev_eui: EUI },
      received_at: TIME,
      uplink_message: { f_port: 85, decoded_payload: TOTALS },
    };
    const body = Buffer.from(JSON.stringify(theThings));
    expect(theThingsStack({ body, query: {}, receivedAt: arrival - 1 }).readings).toEqual([
      total(72, 200, { at: arrival - 1 }),
    ]);
  });

  it("a device has the same serial number by The Things Stack (D32)", () => {
    const message = {
      end_device_ids: { dev_eui: EUI },
      received_at: TIME,
      uplink_message: { decoded_payload: TOTALS },
    };
    expect(translate(theThingsStack, message)).toEqual(translate(chirpstack, uplink(TOTALS), UP));
  });

  it("the first uplink has no frame counter (D32)", () => {
    expect(translate(chirpstack, uplink(TOTALS, { fCnt: undefined }), UP).readings).toEqual([total(72, 200)]);
  });

  it("an uplink without an object shows that the device is alive and lacks a codec (D32)", () => {
    const problems = ["no codec of the network server gives its counts"];
    for (const object of [undefined, null, {}])
      expect(translate(chirpstack, uplink(object), UP)).toEqual({
        ...nothing,
        readings: [alive({ problems })],
      });
    const empty = uplink(undefined, { fPort: 0, data: undefined });
    expect(translate(chirpstack, empty, UP).readings).toEqual([alive()]);
  });

  it("a join shows that the device is alive (D32)", () => {
    const join = { ...ENVELOPE, devAddr: "00189440" };
    expect(translate(chirpstack, join, { event: "join" })).toEqual({ ...nothing, readings: [alive()] });
  });

  it.each([
    ["ack", { queueItemId: "1", acknowledged: true, fCntDown: 3 }],
    ["txack", { downlinkId: 7, gatewayId: "0016c001f153a14c" }],
    ["log", { level: "ERROR", code: "UPLINK_CODEC", description: "no data" }],
    ["status", { margin: 10, batteryLevel: 75.5 }],
    ["location", { location: { latitude: 52.4 } }],
    ["integration", { integrationName: "loracloud", object: TOTALS, devAddr: "00189440" }],
    ["later", { rxInfo: [{}], object: TOTALS }],
  ])("%s is ignored (D32)", (event, fields) => {
    expect(translate(chirpstack, { ...ENVELOPE, ...fields }, { event })).toEqual(ignored);
  });

  it.each([
    [{ queueItemId: "1", acknowledged: true }, ignored],
    [{ level: "ERROR", code: "UPLINK_CODEC" }, ignored],
    [{}, ignored],
    [{ integrationName: "loracloud", object: TOTALS }, ignored],
    [{ devAddr: "00189440" }, { ...nothing, readings: [alive()] }],
    [
      { devAddr: "00189440", rxInfo: [{}] },
      { ...nothing, readings: [alive()] },
    ],
    [
      { devAddr: "00189440", object: TOTALS },
      { ...nothing, readings: [total(72, 200)] },
    ],
  ])("%j has no event in its address, as by MQTT, and is known by its fields", (fields, expected) => {
    for (const query of [{}, { event: "" }])
      expect(translate(chirpstack, { ...ENVELOPE, ...fields }, query)).toEqual(expected);
  });

  it.each([
    "",
    "{",
    "[]",
    "{}",
    JSON.stringify({ ...ENVELOPE, deviceInfo: {} }),
    JSON.stringify({ ...ENVELOPE, deviceInfo: { devEui: "JOEkcWwAAAE=" } }),
    JSON.stringify({ ...ENVELOPE, time: "soon" }),
    JSON.stringify({ applicationID: "1", devEUI: "JOEkcWwAAAE=", objectJSON: "{}" }),
    JSON.stringify({ end_device_ids: { dev_eui: EUI }, uplink_message: {} }),
  ])("%j is damaged or of another system (D32)", (body) => {
    expect(() => translate(chirpstack, body, UP)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(chirpstack, [
      uplink(TOTALS),
      uplink({
        total_in: 4,
        total_out: 5,
        history: [{ timestamp: 1_693_530_747, total_in: 3, total_out: 4 }],
      }),
      { ...ENVELOPE, devAddr: "00189440" },
    ]);
  });
});
