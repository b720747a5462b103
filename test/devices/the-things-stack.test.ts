import { describe, expect, it } from "vitest";
import { theThingsStack } from "../../src/devices/lorawan-uplink.ts";
import {
  ARRIVAL,
  checkAnswersAnything,
  hasSamples,
  sampleBody,
  translate,
} from "../support/device-messages.ts";

const EUI = "24E124716C000001";
const AT = Date.UTC(2026, 1, 2, 9, 13, 46, 14);
const IDS = { device_id: "door", application_ids: { application_id: "shop" }, dev_eui: EUI };
const RECEIVED = "2026-02-02T09:13:46.014773143Z";
const TOTALS = {
  line_1: { total_in: 72, total_out: 200, period_in: 0 },
  line_2: { total_in: 0, total_out: 0 },
};

function uplink(decoded_payload: unknown, fields: object = {}) {
  const uplink_message = { f_cnt: 41, f_port: 85, frm_payload: "A9JIAAAA", decoded_payload, ...fields };
  return { end_device_ids: IDS, correlation_ids: [], received_at: RECEIVED, uplink_message };
}

function total(serialNumber: string, inTotal: number, outTotal: number, fields: object = {}) {
  const reading = { kind: "total", serialNumber, at: AT, inTotal, outTotal, width: 32 };
  return { ...reading, isBoot: false, isUndirected: false, ...fields };
}

function alive(serialNumber = EUI, health: object = {}, at = AT) {
  return { kind: "alive", serialNumber, at, health };
}

const lines = [total(`${EUI}:1`, 72, 200), total(`${EUI}:2`, 0, 0)];
const nothing = { readings: [], ignored: 0, refused: [] };
const ignored = { ...nothing, ignored: 1 };

describe("messages of The Things Stack", () => {
  it.skipIf(!hasSamples)("the samples of totals are totals (D32)", () => {
    const at = Date.UTC(2020, 1, 12, 15, 15, 46, 14);
    const readingsOf = (file: string) => translate(theThingsStack, sampleBody(file)).readings;
    expect(readingsOf("milesight-lorawan/tts-v3-vs133-ttn-repository-nested.json")).toEqual(
      lines.map((line) => ({ ...line, at })),
    );
    const flow = "0004A30B00F0D40F";
    const problems = ["counting has stopped", "counting is stuck", "its devices do not work together"];
    expect(readingsOf("terabee/tts-v3-flow-xl.json")).toEqual([
      total(flow, 200, 456, { at }),
      alive(flow, { problems: [] }, at),
    ]);
    expect(readingsOf("terabee/tts-v3-flow-xl-after-restart-flags.json")).toEqual([
      total(flow, 0, 0, { at }),
      alive(flow, { problems }, at),
    ]);
    expect(readingsOf("imbuildings/tts-v3-people-counter-variant6.json")).toEqual([
      total("0004A30B00F0D40E", 13, 10, { at, width: 16 }),
    ]);
    expect(readingsOf("parametric-pcr2/tts-v3-pcr2-v4.json")).toEqual([
      total("70B3D5E75E000001", 3, 4, { at, width: 16 }),
    ]);
  });

  it.skipIf(!hasSamples)("the sample of PCR2 without sums shows that it is alive (D32)", () => {
    const { readings } = translate(
      theThingsStack,
      sampleBody("parametric-pcr2/tts-v3-pcr2-elsys-format-no-sums.json"),
    );
    const problems = [expect.stringContaining("without totals")];
    expect(readings).toEqual([expect.objectContaining({ kind: "alive", health: { problems } })]);
  });

  it("the decoded payload is read as of when the server received it (D32)", () => {
    expect(translate(theThingsStack, uplink(TOTALS))).toEqual({ ...nothing, readings: lines });
    const { received_at, ...untimed } = uplink(TOTALS);
    expect(translate(theThingsStack, untimed).readings).toEqual(
      lines.map((line) => ({ ...line, at: ARRIVAL })),
    );
    expect(received_at).toBe(RECEIVED);
  });

  it("the EUI is in upper case, so that ChirpStack names the device alike (D32)", () => {
    const lower = { ...uplink(TOTALS), end_device_ids: { ...IDS, dev_eui: EUI.toLowerCase() } };
    expect(translate(theThingsStack, lower).readings).toEqual(lines);
  });

  it("fields of the envelope that are 0 are absent (D32)", () => {
    const { readings } = translate(
      theThingsStack,
      uplink({ count_in: 3, count_out: 0 }, { f_cnt: undefined }),
    );
    expect(readings).toEqual([total(EUI, 3, 0)]);
  });

  it("an uplink without a decoded payload shows that the device is alive and lacks a codec (D32)", () => {
    const problems = ["no codec of the network server gives its counts"];
    for (const decoded of [
      undefined,
      null,
      {},
      { bytes: [3, 210] },
      { temperature: 21.5, battery: 90 },
      "04CC",
      [],
    ])
      expect(translate(theThingsStack, uplink(decoded))).toEqual({
        ...nothing,
        readings: [alive(EUI, { problems })],
      });
  });

  it("an uplink without a port is for the network alone and shows that the device is alive (D32)", () => {
    const fields = { f_port: undefined, frm_payload: undefined };
    expect(translate(theThingsStack, uplink(undefined, fields)).readings).toEqual([alive()]);
  });

  it("a simulated uplink is refused (D31)", () => {
    expect(translate(theThingsStack, { ...uplink(TOTALS), simulated: true })).toEqual({
      ...nothing,
      refused: [{ serialNumber: EUI, reason: "is simulated" }],
    });
    expect(translate(theThingsStack, { ...uplink(TOTALS), simulated: false }).readings).toEqual(lines);
  });

  it("a join shows that the device is alive (D32)", () => {
    const join = {
      end_device_ids: IDS,
      received_at: RECEIVED,
      join_accept: { session_key_id: "AXBSH1Pk6Z0G166" },
    };
    expect(translate(theThingsStack, join)).toEqual({ ...nothing, readings: [alive()] });
    expect(translate(theThingsStack, { ...join, simulated: true })).toEqual(ignored);
  });

  it.each([
    "downlink_ack",
    "downlink_nack",
    "downlink_sent",
    "downlink_failed",
    "downlink_queued",
    "location_solved",
    "service_data",
    "uplink_normalized",
  ])("%s is ignored (D32)", (name) => {
    const message = { end_device_ids: IDS, received_at: RECEIVED, [name]: { data: { total_in: 3 } } };
    expect(translate(theThingsStack, message)).toEqual(ignored);
  });

  it("a device without an EUI is refused, since its id is one within its application (D32)", () => {
    const unnamed = { ...uplink(TOTALS), end_device_ids: { device_id: "door" } };
    expect(translate(theThingsStack, unnamed)).toEqual({
      ...nothing,
      refused: [{ serialNumber: null, reason: "does not name its device by an EUI" }],
    });
  });

  it.each([
    "",
    "{",
    "[]",
    "{}",
    "null",
    JSON.stringify({ deviceInfo: { devEui: EUI }, time: RECEIVED, object: TOTALS }),
    JSON.stringify({ ...uplink(TOTALS), received_at: "yesterday" }),
    JSON.stringify({ ...uplink(TOTALS), end_device_ids: { dev_eui: "24E124" } }),
    JSON.stringify({ ...uplink(TOTALS), uplink_message: "A9JIAAAA" }),
  ])("%j is damaged or of another system (D32)", (body) => {
    expect(() => translate(theThingsStack, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(theThingsStack, [
      uplink(TOTALS),
      uplink({ count_in: 1, count_out: 2, flags: { TPC_STUCK: 1 } }),
      uplink({ history: [{ timestamp: 1_693_530_747, total_in: 3, total_out: 4 }], event: [{ type: "x" }] }),
      { end_device_ids: IDS, received_at: RECEIVED, join_accept: {} },
    ]);
  });
});
