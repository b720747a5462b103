import { describe, expect, it } from "vitest";
import { readUplink } from "../../src/devices/lorawan-uplink.ts";

const EUI = "24E124716C000001";
const AT = Date.UTC(2026, 1, 2, 9, 15);
/** Times of a history, in seconds. */
const [T1, T2] = [1_770_022_800, 1_770_023_400];

function read(decoded: unknown) {
  return readUplink({ device: EUI, at: AT, port: 85, decoded });
}

/** The totals of a payload, as `<serial number> <in>/<out>`, with the time where it is not that of the uplink. */
function totalsOf(decoded: unknown): string[] {
  return read(decoded).readings.flatMap((reading) => {
    if (reading.kind !== "total") return [];
    const { serialNumber, at, inTotal, outTotal } = reading;
    return `${serialNumber} ${inTotal}/${outTotal}${at === AT ? "" : ` ${Number(at) / 1_000}`}`;
  });
}

function alive(health: object = {}, serialNumber = EUI) {
  return { kind: "alive", serialNumber, at: AT, health };
}

function total(serialNumber: string, inTotal: number, outTotal: number, width: number) {
  const reading = { kind: "total", serialNumber, at: AT, inTotal, outTotal, width };
  return { ...reading, isBoot: false, isUndirected: false };
}

describe("payloads of Milesight VS132, VS133 and VS135", () => {
  it("the totals of a line have 32 bits, flat or within an object of the line (D32)", () => {
    const lines = [total(`${EUI}:1`, 72, 200, 32), total(`${EUI}:2`, 5300, 6797, 32)];
    const [one, two] = [
      { total_in: 72, total_out: 200 },
      { total_in: 5300, total_out: 6797 },
    ];
    const flat = {
      line_1_total_in: 72,
      line_1_total_out: 200,
      line_2_total_in: 5300,
      line_2_total_out: 6797,
    };
    for (const payload of [flat, { line_1: one, line_2: two }])
      expect(read(payload)).toEqual({ readings: lines, ignored: 0, refused: [] });
  });

  it("a device with several lines names a line alone by its number, too (D32)", () => {
    expect(totalsOf({ line_1_total_in: 3, line_1_total_out: 1 })).toEqual([`${EUI}:1 3/1`]);
  });

  it("VS132 has one line of 32 bits (D32)", () => {
    const payload = { total_counter_in: 70_000, total_counter_out: 69_000, periodic_counter_in: 4 };
    expect(read(payload).readings).toEqual([total(EUI, 70_000, 69_000, 32)]);
  });

  it("an uplink may have one direction of a line (D32)", () => {
    expect(totalsOf({ line_1_total_in: 3, line_2_total_out: 1 })).toEqual([
      `${EUI}:1 3/null`,
      `${EUI}:2 null/1`,
    ]);
  });

  it("periods in an uplink of their own are no intervals: their lines are alive (D31)", () => {
    const lines = [alive({}, `${EUI}:1`), alive({}, `${EUI}:4`)];
    const flat = { line_1_period_in: 0, line_1_period_out: 1, line_4_period_in: 5, line_4_period_out: 7 };
    for (const payload of [flat, { line_1: { period_in: 0 }, line_4: { period_in: 5 } }])
      expect(read(payload)).toEqual({ readings: lines, ignored: 0, refused: [] });
    expect(read({ periodic_counter_in: 4, periodic_counter_out: 2 }).readings).toEqual([alive()]);
  });

  it("children are counted apart and are not added to their line (D32)", () => {
    const children = { line_1_child_total_in: 5, line_1_child_total_out: 6 };
    expect(totalsOf({ line_1_total_in: 30, line_1_total_out: 20, ...children })).toEqual([`${EUI}:1 30/20`]);
    expect(read(children).readings).toEqual([alive({}, `${EUI}:1`)]);
    expect(totalsOf({ history: [{ timestamp: T1, line_1_child_total_in: 5 }] })).toEqual([]);
  });

  it("records of a history with one direction each are one total of a line and time (D32)", () => {
    const history = [
      { timestamp: T2, line_1_total_in: 8 },
      { timestamp: T1, line_1_total_in: 5 },
      { timestamp: T1, line_1_total_out: 2 },
      { timestamp: T1, line_2_total_out: 9 },
      { timestamp: T1, line_1_period_in: 3, line_1_period_out: 1 },
      { timestamp: T2, line_1_total_out: 4 },
      { timestamp: T1, line_2_total_in: 1 },
    ];
    expect(totalsOf({ history, line_1_total_in: 10, line_1_total_out: 6 })).toEqual([
      `${EUI}:1 5/2 ${T1}`,
      `${EUI}:2 1/9 ${T1}`,
      `${EUI}:1 8/4 ${T2}`,
      `${EUI}:1 10/6`,
    ]);
  });

  it("records of a history that contradict each other are passed on, a repeated one once (D31)", () => {
    const first = { timestamp: T1, line_1_total_in: 5, line_1_total_out: 2 };
    const history = [first, first, { ...first, line_1_total_in: 6 }];
    expect(totalsOf({ history })).toEqual([`${EUI}:1 5/2 ${T1}`, `${EUI}:1 6/2 ${T1}`]);
  });

  it("a covered lens is a problem until it is not covered (D32)", () => {
    expect(
      read({ master_occlusion_alarm: "alarm_triggered", node_1_occlusion_alarm: "alarm_released" }).readings,
    ).toEqual([alive({ problems: ["the lens of master is covered"] })]);
    expect(read({ master_occlusion_alarm: "alarm_released" }).readings).toEqual([alive({ problems: [] })]);
  });

  it("regions and dwell times say nothing of passages (D32)", () => {
    for (const payload of [{ region_1_count: 2, region_2_count: 16 }, { region_1_avg_dwell: 4105 }])
      expect(read(payload)).toEqual({ readings: [alive()], ignored: 0, refused: [] });
  });
});

describe("payloads of Milesight VS350, VS351, VS360 and VS121", () => {
  it("totals have 16 bits (D32)", () => {
    const expected = [total(EUI, 65_530, 12, 16)];
    expect(read({ total_in: 65_530, total_out: 12, period_in: 3, period_out: 1 }).readings).toEqual(expected);
    expect(read({ people_total_in: 65_530, people_total_out: 12, people_in: 3 }).readings).toEqual(expected);
  });

  it("an alarm repeats the totals, which are passed on (D32)", () => {
    const alarm = { total_count_alarm: "threshold alarm", period_count_alarm: "threshold alarm" };
    expect(read({ total_in: 4353, total_out: 4360, period_in: 1000, ...alarm }).readings).toEqual([
      total(EUI, 4353, 4360, 16),
    ]);
    expect(read(alarm).readings).toEqual([alive()]);
  });

  it("a history has totals in order of time; records of periods are not read (D31)", () => {
    const history = [
      { timestamp: T2, period_in: 7, total_in: 36, total_out: 9 },
      { timestamp: T1, period_in: 7, total_in: 29, total_out: 8 },
      { timestamp: T1 - 600, period_in: 11, period_out: 4 },
    ];
    expect(totalsOf({ history })).toEqual([`${EUI} 29/8 ${T1}`, `${EUI} 36/9 ${T2}`]);
    const last = { timestamp: T1, people_total_in: 4, people_total_out: 5 };
    expect(totalsOf({ history: [last, { timestamp: T1, people_in: 1 }] })).toEqual([`${EUI} 4/5 ${T1}`]);
    expect(read({ history: [history[2]] }).readings).toEqual([alive()]);
  });

  it("a record of a history without a time is refused (D32)", () => {
    const { readings, refused } = read({
      history: [{ total_in: 3, total_out: 4 }],
      total_in: 5,
      total_out: 6,
    });
    expect(readings).toEqual([total(EUI, 5, 6, 16)]);
    expect(refused).toEqual([{ serialNumber: EUI, reason: "has a record of its history without a time" }]);
    expect(read({ history: [{ period_in: 3 }, "x", null] })).toEqual({
      readings: [alive()],
      ignored: 0,
      refused: [],
    });
  });

  it.each(["people_count_all", "people_counter_all"])(
    "%s is a gauge, which is refused in place of totals (D31)",
    (name) => {
      const refused = [{ serialNumber: EUI, reason: "is an occupancy, not a count of passages" }];
      expect(read({ [name]: 3, region_count: 8 })).toEqual({ readings: [alive()], ignored: 0, refused });
      const both = read({ [name]: 3, people_total_in: 5, people_total_out: 4 });
      expect(both).toEqual({ readings: [total(EUI, 5, 4, 16)], ignored: 0, refused: [] });
    },
  );

  it("events are health (D32)", () => {
    const event = [
      { type: "counting_anomaly", status: "alarm" },
      { type: "DEVICES_MISALIGNED", status: "ALARM" },
      { type: "node_device_without_response", status: "alarm_release" },
      { type: "unknown", status: "alarm" },
    ];
    const problems = ["counting is not normal", "its two parts are not aligned", "reports the event unknown"];
    expect(read({ total_in: 5, total_out: 6, event }).readings).toEqual([
      total(EUI, 5, 6, 16),
      alive({ problems }),
    ]);
    expect(read({ event: [event[2]] }).readings).toEqual([alive({ problems: [] })]);
    expect(read({ event: "alarm" }).readings).toEqual([alive()]);
  });

  it("the battery and the firmware are health; of two batteries the lower one is told (D32)", () => {
    const versions = { ipso_version: "v1.0", firmware_version: "v1.2", device_status: "on", sn: "6614c3" };
    expect(read(versions).readings).toEqual([alive({ firmwareVersion: "v1.2" })]);
    expect(read({ total_in: 5, total_out: 6, battery: 91 }).readings.at(-1)).toEqual(alive({ battery: 91 }));
    expect(read({ battery_main: 80, battery_node: 60 }).readings).toEqual([alive({ battery: 60 })]);
    expect(read({ battery_main: "low", total_in: 1, total_out: 1 }).readings).toEqual([total(EUI, 1, 1, 16)]);
  });

  it("a reset event is a boot of the totals beside it, not of those before (D31)", () => {
    const boots = (reset_event: unknown) =>
      read({
        reset_event,
        total_in: 0,
        total_out: 0,
        history: [{ timestamp: T1, total_in: 3, total_out: 4 }],
      }).readings.flatMap((reading) => (reading.kind === "total" ? reading.isBoot : []));
    for (const said of ["reset", "Reset", 1, "1", true]) expect(boots(said)).toEqual([false, true]);
    for (const said of ["normal", 0, null, undefined, {}]) expect(boots(said)).toEqual([false, false]);
    expect(read({ reset_event: "reset" }).readings).toEqual([alive()]);
  });

  it("answers of the device to settings show that it is alive (D32)", () => {
    for (const payload of [{ report_interval: 10 }, { reboot: "yes" }, { reset_cumulative_enable: "enable" }])
      expect(read(payload)).toEqual({ readings: [alive()], ignored: 0, refused: [] });
  });
});

describe("payloads of other counters", () => {
  it("Terabee has totals of 32 bits, and flags that say that it does not count (D32)", () => {
    expect(read({ count_in: 70_000, count_out: 456 }).readings).toEqual([total(EUI, 70_000, 456, 32)]);
    const problemsOf = (flags: unknown) => read({ count_in: 1, count_out: 2, flags }).readings;
    const counted = total(EUI, 1, 2, 32);
    expect(problemsOf({})).toEqual([counted, alive({ problems: [] })]);
    expect(problemsOf({ TPC_STOPPED: 1, TPC_STUCK: 0, WIFI_AP_ENABLED: 1 })).toEqual([
      counted,
      alive({ problems: ["counting has stopped"] }),
    ]);
    expect(problemsOf({ TPC_STUCK: true })).toEqual([counted, alive({ problems: ["counting is stuck"] })]);
    expect(read({ flags: { TPC_STUCK: 1 } }).readings).toEqual([alive({ problems: ["counting is stuck"] })]);
  });

  it("IMBuildings has totals of 16 bits, a as in and b as out (D32)", () => {
    const device = { device_type: "People Counter", device_status: 0, battery_voltage: 2.56, counter_a: 1 };
    expect(read({ ...device, total_counter_a: 13, total_counter_b: 10 })).toEqual({
      readings: [total(EUI, 13, 10, 16)],
      ignored: 0,
      refused: [],
    });
  });

  it("PCR2 has sums of 16 bits, left to right as in and right to left as out (D32)", () => {
    const sums = { LTR: 1, RTL: 2, LTR_SUM: 3, RTL_SUM: 4, DIFF: 1, TEMP: 31 };
    expect(read(sums).readings).toEqual([total(EUI, 3, 4, 16)]);
    const settings = { DeviceType: 1, FirmwareVersion: "3.10.0", PayloadType: 2 };
    expect(read(settings).readings).toEqual([alive({ firmwareVersion: "3.10.0" })]);
  });

  it.each([
    { LTR: 5, RTL: 3, TEMP: 31 },
    { device_type: "People Counter", counter_a: 5, counter_b: 3 },
  ])("%j has no totals: the device is alive and must be set to send them (D32)", (payload) => {
    const problems = ["sends counts of periods without totals: set it to a payload that has totals"];
    expect(read(payload)).toEqual({ readings: [alive({ problems })], ignored: 0, refused: [] });
  });

  it("numbers are passed on as they are, also from texts (D32)", () => {
    expect(totalsOf({ count_in: "12", count_out: -1 })).toEqual([`${EUI} 12/-1`]);
    expect(totalsOf({ total_in: 2 ** 60, total_out: 1.5 })).toEqual([`${EUI} ${2 ** 60}/1.5`]);
    expect(totalsOf({ LTR_SUM: "many", RTL_SUM: null })).toEqual([`${EUI} NaN/null`]);
  });

  it("fields that every object inherits are none of a payload (D32)", () => {
    const problems = ["no codec of the network server gives its counts"];
    expect(read(JSON.parse('{"__proto__":{"total_in":3}}')).readings).toEqual([alive({ problems })]);
  });
});
