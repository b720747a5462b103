import { describe, expect, it } from "vitest";
import { milesight } from "../../src/devices/milesight.ts";
import {
  ARRIVAL,
  checkAnswersAnything,
  hasSamples,
  sampleBody,
  translate,
} from "../support/device-messages.ts";

const SERIAL = "6767E21830000001";
const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 2, 2, 8);
const TO = FROM + HOUR;

const DEVICE = { device_sn: SERIAL, running_time: 86_400, firmware_version: "V_135.1.0.7" };
const TIMES = {
  start_time: "2026-03-02 08:00:00",
  end_time: "2026-03-02 09:00:00",
  time_zone: "UTC-0:00 WET/GMT",
  enable_dst: 0,
  dst_status: 0,
};
const TOTAL = {
  line: 1,
  line_name: "Line1",
  total: { in_counted: 12, out_counted: 14, capacity_counted: -2 },
};
const PERIODIC = { line: 1, total: { in: 4, out: 0 }, children: { in: 3, out: 0 } };

function message(parts: object, times: object | null = TIMES, device: object = DEVICE) {
  return { device_info: device, time_info: times, ...parts };
}

const total = {
  kind: "total",
  serialNumber: `${SERIAL}:1`,
  at: TO,
  inTotal: 12,
  outTotal: 14,
  width: null,
  isBoot: false,
  isUndirected: false,
};
const interval = {
  kind: "interval",
  serialNumber: `${SERIAL}:1`,
  from: FROM,
  to: TO,
  in: 4,
  out: 0,
  coverage: null,
  isUndirected: false,
};

function readingsOf(parts: object, times: object | null = TIMES, device: object = DEVICE) {
  return translate(milesight, message(parts, times, device)).readings;
}

describe("reports of Milesight counters with a network", () => {
  it.skipIf(!hasSamples)("the sample has totals and a period, and is read by its totals (D32)", () => {
    expect(translate(milesight, sampleBody("milesight-ip/vs135-mqtt-report.json"))).toEqual({
      readings: [{ ...total, serialNumber: "6767E21831900021:1", at: Date.UTC(2026, 6, 16, 6, 41) }],
      ignored: 0,
      refused: [],
    });
  });

  it("a line is of one kind: its totals, else its period, else its crossings (D31)", () => {
    const trigger = { line: 1, total: { in: 1, out: 0 } };
    const on = (line: number, part: object) => ({ ...part, line });
    const parts = {
      line_trigger_data: [trigger, on(2, trigger), on(3, trigger)],
      line_periodic_data: [PERIODIC, on(2, PERIODIC)],
      line_total_data: [TOTAL],
    };
    expect(translate(milesight, message(parts))).toEqual({
      readings: [
        total,
        { ...interval, serialNumber: `${SERIAL}:2` },
        { ...interval, serialNumber: `${SERIAL}:3`, in: 1 },
      ],
      ignored: 0,
      refused: [],
    });
  });

  it("children are counted once more, and are not read (D32)", () => {
    expect(readingsOf({ line_periodic_data: [PERIODIC] })).toEqual([interval]);
  });

  it("a crossing has the second of its trigger (D32)", () => {
    const parts = { line_trigger_data: [PERIODIC] };
    const times = { trigger_time: "2026-03-02 08:00:00", time_zone: "UTC-0:00 WET/GMT" };
    expect(readingsOf(parts, times)).toEqual([{ ...interval, to: FROM + 1_000 }]);
    const local = { from: { local: "2026-03-02T08:00:00" }, to: { local: "2026-03-02T08:00:01" } };
    expect(readingsOf(parts, { ...times, time_zone: "" })).toEqual([{ ...interval, ...local }]);
  });

  it("totals of a trigger are of its time, and of now if the report has no times (D32)", () => {
    const parts = { line_total_data: [TOTAL] };
    expect(readingsOf(parts, { ...TIMES, trigger_time: "2026-03-02 08:00:00" })).toEqual([
      { ...total, at: FROM },
    ]);
    for (const none of [null, {}, { time_zone: "UTC-0:00 WET/GMT" }])
      expect(readingsOf(parts, none)).toEqual([{ ...total, at: ARRIVAL }]);
  });

  it.each([
    ["UTC-0:00 WET/GMT", 0, 0, TO],
    ["UTC+1:00 CET/CST", 0, 0, TO - HOUR],
    ["UTC+1:00 CET/CST", 1, 0, TO - HOUR],
    ["UTC+1:00 CET/CST", 1, 1, TO - 2 * HOUR],
    ["UTC+1:00 CET/CST", true, "true", TO - 2 * HOUR],
    ["UTC+1:00 CET/CST", 0, 1, TO - HOUR],
    ["UTC+1:00", undefined, true, TO - 2 * HOUR],
    ["UTC-3:30 NST", 0, 0, TO + 3.5 * HOUR],
    ["UTC+10:00", undefined, undefined, TO - 10 * HOUR],
    ["UTC+8:00 EST", 0, 0, TO - 8 * HOUR],
  ])("the zone %s has its offset, with DST %s and %s, whatever its names are (D32)", (...given) => {
    const [time_zone, enable_dst, dst_status, at] = given;
    const times = { ...TIMES, time_zone, enable_dst, dst_status };
    expect(readingsOf({ line_total_data: [TOTAL] }, times)).toEqual([{ ...total, at }]);
  });

  it.each([
    ["Europe/Berlin", 0],
    ["", 0],
    ["UTC", 0],
    ["UTC+100:00", 0],
    ["UTC+1:00 CET", 1],
  ])("times of the zone %j are wall times if their offset is not certain (D32)", (time_zone, enable_dst) => {
    const times = { ...TIMES, time_zone, enable_dst, dst_status: undefined };
    const at = { local: "2026-03-02T09:00:00" };
    expect(readingsOf({ line_total_data: [TOTAL] }, times)).toEqual([{ ...total, at }]);
  });

  it("dates may have slashes, and an offset of their own is believed (D32)", () => {
    const slashed = { ...TIMES, end_time: "2026/03/02 09:00:00" };
    expect(readingsOf({ line_total_data: [TOTAL] }, slashed)).toEqual([total]);
    const own = { ...TIMES, end_time: "2026-03-02T09:00:00+02:00", time_zone: "UTC+5:00" };
    expect(readingsOf({ line_total_data: [TOTAL] }, own)).toEqual([{ ...total, at: TO - 2 * HOUR }]);
  });

  it("the capacity is a gauge: alone, it is refused, and a period is read in its place (D32)", () => {
    const gauge = { line: 1, total: { capacity_counted: 5 } };
    expect(translate(milesight, message({ line_total_data: [gauge] }))).toEqual({
      readings: [],
      ignored: 0,
      refused: [{ serialNumber: `${SERIAL}:1`, reason: "is an occupancy, not a count of passages" }],
    });
    const both = message({ line_total_data: [gauge], line_periodic_data: [PERIODIC] });
    expect(translate(milesight, both)).toEqual({ readings: [interval], ignored: 0, refused: [] });
  });

  it.each([
    [0, true],
    [60, true],
    ["3600", true],
    [3_601, false],
    [-1, false],
    ["x", false],
    [undefined, false],
  ])(
    "a device that has run %s s at the end of an hour: started in it is %s (D32)",
    (running_time, isBoot) => {
      const device = { ...DEVICE, running_time };
      for (const times of [TIMES, { ...TIMES, time_zone: "" }])
        expect(readingsOf({ line_total_data: [TOTAL] }, times, device)).toMatchObject([{ isBoot }]);
      const unknown = { ...TIMES, start_time: undefined };
      expect(readingsOf({ line_total_data: [TOTAL] }, unknown, device)).toMatchObject([{ isBoot: false }]);
    },
  );

  it("counts may be texts and of one direction, and are passed on as they are (D31)", () => {
    const line = { line: "1", total: { in_counted: "18446744073709551616", out_counted: null } };
    const odd = { line: "1", total: { in_counted: -1.5, out_counted: "many" } };
    expect(readingsOf({ line_total_data: [line, odd] })).toEqual([
      { ...total, inTotal: 2 ** 64, outTotal: null },
      { ...total, inTotal: -1.5, outTotal: Number.NaN },
    ]);
  });

  it("lines without counts or times are refused (D32)", () => {
    const reasonOf = (parts: object, times: object | null = TIMES) =>
      translate(milesight, message(parts, times)).refused;
    const refused = (reason: string) => [{ serialNumber: `${SERIAL}:1`, reason }];
    expect(reasonOf({ line_periodic_data: [{ line: 1, children: {} }] })).toEqual(refused("has no count"));
    expect(reasonOf({ line_total_data: [{ line: 1 }] })).toEqual(refused("has no count"));
    const timeless = { ...TIMES, end_time: "later" };
    expect(reasonOf({ line_total_data: [TOTAL] }, timeless)).toEqual(refused("has no time"));
    for (const times of [timeless, null])
      expect(reasonOf({ line_periodic_data: [PERIODIC] }, times)).toEqual(
        refused("has no start and end of its counts"),
      );
  });

  it("reports of no line show that the device is alive (D32)", () => {
    const health = { firmwareVersion: "V_135.1.0.7" };
    const alive = { kind: "alive", serialNumber: SERIAL, at: TO, health };
    const regions = message({ region_count_data: [{ region: 1, current_total: 4 }], line_total_data: [] });
    expect(translate(milesight, regions)).toEqual({ readings: [alive], ignored: 1, refused: [] });
    const test = message({}, null, { device_sn: SERIAL });
    const bare = { ...alive, at: null, health: {} };
    expect(translate(milesight, test)).toEqual({ readings: [bare], ignored: 1, refused: [] });
  });

  it.each([
    "",
    "[]",
    "{}",
    '{"device_info":{}}',
    '{"device_info":{"device_sn":""}}',
    '{"serial":"A","in":1}',
  ])("%j is damaged or of another system (D32)", (body) => {
    expect(() => translate(milesight, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("any bytes are read or refused (D32)", async () => {
    const trigger = { ...TIMES, trigger_time: "2026-03-02 08:00:00", time_zone: "" };
    const full = message({
      line_total_data: [TOTAL],
      line_periodic_data: [PERIODIC, { ...PERIODIC, line: 2 }],
    });
    await checkAnswersAnything(milesight, [full, message({ line_trigger_data: [PERIODIC] }, trigger)]);
  });
});
