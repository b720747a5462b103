import { describe, expect, it } from "vitest";
import { xovis } from "../../src/devices/xovis.ts";
import type { IntervalReading } from "../../src/domain/reading.ts";
import { checkAnswersAnything, hasSamples, sampleBody, translate } from "../support/device-messages.ts";

const FROM = Date.UTC(2026, 1, 2, 8, 13);
const MINUTE = 60_000;
const SENSOR = { serial_number: "00:6E:02:00:00:01", type: "SINGLE_SENSOR" };

type Counts = readonly (readonly [name: string, value: unknown, id?: number])[];

function record(counts: Counts, fields: object = {}) {
  return {
    from: "2026-02-02T09:13:00+01:00",
    to: "2026-02-02T09:14:00+01:00",
    samples: 750,
    samples_expected: 750,
    counts: counts.map(([name, value, id = name === "fw" ? 1_000_001 : 1_000_002]) => ({ id, name, value })),
    ...fields,
  };
}

function logics(records: readonly unknown[], fields: object = {}, sensor: object = SENSOR) {
  const logic = { id: 1000, name: "Door", info: "XLT_LINE_IN_OUT_COUNT", records, ...fields };
  return { logics_data: { package_info: { version: "5.0", id: 1 }, sensor_info: sensor, logics: [logic] } };
}

function interval(fields: Partial<IntervalReading>): IntervalReading {
  return {
    kind: "interval",
    serialNumber: "00:6E:02:00:00:01:1000",
    from: FROM,
    to: FROM + MINUTE,
    in: null,
    out: null,
    coverage: 1,
    isUndirected: false,
    ...fields,
  };
}

const PASSAGES: Counts = [
  ["fw", 2],
  ["bw", 1],
];

function earlier(fields: object = {}, measurement: readonly unknown[] = [measured()]) {
  const element = {
    "element-id": 0,
    "data-type": "LINE",
    "sensor-type": "SINGLE_SENSOR",
    measurement,
    ...fields,
  };
  const sensor = { "serial-number": "00:6E:02:00:00:01", "device-type": "PC2" };
  return {
    "sensor-time": { time: "2026-02-02T09:15:00+01:00" },
    "sensor-info": sensor,
    content: { element: [element] },
  };
}

function measured(labels: readonly string[] = ["fw", "bw"]) {
  const value = labels.map((label, index) => ({ value: index + 1, label }));
  return { from: "2026-02-02T09:13:00+01:00", to: "2026-02-02T09:14:00+01:00", value };
}

const LIVE = {
  live_data: {
    sensor_info: SENSOR,
    frames: [
      {
        time: FROM,
        illumination: "SUFFICIENT",
        events: [
          { category: "SCENE", type: "LINE_CROSS_FORWARD", attributes: { track_id: 17 } },
          {
            category: "COUNT",
            type: "COUNT_INCREMENT",
            attributes: { counter_id: 1_000_001, counter_value: 3141 },
          },
        ],
      },
    ],
  },
};

describe("messages of Xovis sensors", () => {
  it.skipIf(!hasSamples)("the samples of version 5 are intervals of a logic, and signs of life (D32)", () => {
    const of = (fields: Partial<IntervalReading>) =>
      interval({ serialNumber: "00:6E:02:08:12:A4:1000", ...fields });
    expect(translate(xovis, sampleBody("xovis-v5/logics_data.json"))).toEqual({
      readings: [
        of({ in: 2, out: 1 }),
        of({ from: FROM + MINUTE, to: FROM + 2 * MINUTE, in: 0, out: 3, coverage: 0.8 }),
      ],
      ignored: 0,
      refused: [],
    });
    expect(translate(xovis, sampleBody("xovis-v5/live_data-count-events.json"))).toEqual({
      readings: [{ kind: "alive", serialNumber: "00:6E:02:08:12:A4", at: 1_770_020_100_400, health: {} }],
      ignored: 1,
      refused: [],
    });
    const tested = translate(xovis, sampleBody("xovis-v5/connection_test.json"));
    expect(tested).toEqual({ readings: [], ignored: 1, refused: [] });
  });

  it.skipIf(!hasSamples)("the sample of versions 3 and 4 is intervals of an element (D32)", () => {
    const from = Date.UTC(2017, 4, 3, 9, 26);
    const of = (start: number, counts: object) =>
      interval({
        serialNumber: "00:6E:02:00:00:01:0",
        from: start,
        to: start + MINUTE,
        coverage: null,
        ...counts,
      });
    expect(translate(xovis, sampleBody("xovis-v3v4/line-count.json"))).toEqual({
      readings: [of(from, { in: 1, out: 0 }), of(from + MINUTE, { in: 0, out: 2 })],
      ignored: 0,
      refused: [],
    });
  });

  it("a body may be an array, or several JSON texts one after another (D32)", () => {
    const [first, second] = [
      JSON.stringify(logics([record(PASSAGES)], { name: 'a } "quoted\\" ]' })),
      JSON.stringify(earlier()),
    ];
    const both = [
      interval({ in: 2, out: 1 }),
      interval({ serialNumber: "00:6E:02:00:00:01:0", in: 1, out: 2, coverage: null }),
    ];
    for (const body of [
      `[${first},${second}]`,
      `${first}${second}`,
      ` ${first}\r\n${second}\n`,
      `[${first}][${second}]`,
    ])
      expect(translate(xovis, body).readings).toEqual(both);
    for (const body of [`${first},${second}`, `${first}}`, `${first} {`, `${first} x`, `x${first}`])
      expect(() => translate(xovis, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("a package that is sent again under another id says the same (D32)", () => {
    const body = logics([record(PASSAGES)]);
    const again = { logics_data: { ...body.logics_data, package_info: { version: "5.0", id: 2 } } };
    expect(translate(xovis, again)).toEqual(translate(xovis, body));
  });

  it.each([
    [600, 750, 0.8],
    [751, 750, 1],
    [0, 750, 0],
    [0, 0, null],
    [1, 0, null],
    [undefined, 750, null],
    [750, undefined, null],
    ["x", 750, null],
    [-1, 750, null],
  ])("the coverage of %s samples of %s is %s (D32)", (samples, samples_expected, coverage) => {
    const { readings } = translate(xovis, logics([record(PASSAGES, { samples, samples_expected })]));
    expect(readings).toEqual([interval({ in: 2, out: 1, coverage })]);
  });

  it.each([
    ["seconds", FROM / 1_000, (FROM + MINUTE) / 1_000],
    ["milliseconds", FROM, FROM + MINUTE],
  ])("times may be numbers of %s (D32)", (_, from, to) => {
    expect(translate(xovis, logics([record(PASSAGES, { from, to })])).readings).toEqual([
      interval({ in: 2, out: 1 }),
    ]);
  });

  it("a record whose time is none is refused, the others are read (D32)", () => {
    const { readings, refused } = translate(
      xovis,
      logics([
        record(PASSAGES, { to: undefined }),
        record(PASSAGES, { from: "yesterday" }),
        record(PASSAGES),
      ]),
    );
    expect(readings).toEqual([interval({ in: 2, out: 1 })]);
    const reason = "has a record whose start or end is no time";
    expect(refused).toEqual([1, 2].map(() => ({ serialNumber: "00:6E:02:00:00:01:1000", reason })));
  });

  it("counts of some of those who pass are not counted again (D32)", () => {
    const counts: Counts = [...PASSAGES, ["fw-male", 1], ["bw_child", 1]];
    expect(translate(xovis, logics([record(counts)])).readings).toEqual([interval({ in: 2, out: 1 })]);
    const measurement = [measured(["fw", "bw", "fw-female"])];
    expect(translate(xovis, earlier({}, measurement)).readings).toMatchObject([{ in: 1, out: 2 }]);
  });

  it("several counters of one direction, or of none, are lines of their own (D32)", () => {
    const counts: Counts = [
      ["fw", 1, 11],
      ["fw", 2, 12],
      ["bw", 3, 13],
      ["Shop", 4, 14],
    ];
    expect(translate(xovis, logics([record(counts)], { info: "XLT_CUSTOM" })).readings).toEqual([
      interval({ serialNumber: "00:6E:02:00:00:01:11", in: 1 }),
      interval({ serialNumber: "00:6E:02:00:00:01:12", in: 2 }),
      interval({ serialNumber: "00:6E:02:00:00:01:13", out: 3 }),
      interval({ serialNumber: "00:6E:02:00:00:01:14", in: 4, isUndirected: true }),
    ]);
    const reason = "has counts of an unknown direction, or several of one";
    expect(translate(xovis, earlier({}, [measured(["fw", "fw"])]))).toEqual({
      readings: [],
      ignored: 0,
      refused: [1, 2].map(() => ({ serialNumber: "00:6E:02:00:00:01:0", reason })),
    });
  });

  it("logics of several sensors that see as one are set apart from those of one (D32)", () => {
    const body = logics([record(PASSAGES)], {}, { ...SENSOR, type: "MULTI_SENSOR" });
    const serials = [body, earlier({ "sensor-type": "MULTI_SENSOR" })].map(
      (each) => translate(xovis, each).readings[0]?.serialNumber,
    );
    expect(serials).toEqual(["00:6E:02:00:00:01:multi-1000", "00:6E:02:00:00:01:multi-0"]);
  });

  it.each([
    "XLT_GROUP_LINE_IN_OUT_COUNT",
    "XLT_BICYCLE_LINE_LATE_COUNT",
    "XLT_SHOPPING_CART_LINE_IN_OUT_COUNT",
    "XLT_QUEUE_STATISTICS",
    "XLT_WRONG_WAY_DETECTION",
  ])("%s counts no people who pass (D32)", (info) => {
    expect(translate(xovis, logics([record(PASSAGES)], { info }))).toEqual({
      readings: [],
      ignored: 1,
      refused: [],
    });
  });

  it("an occupancy is refused (D31)", () => {
    const reason = "is an occupancy, not a count of passages";
    for (const info of ["XLT_ZONE_OCCUPANCY_COUNT", "XLT_4X_ZONE_COUNT"])
      expect(translate(xovis, logics([record([["count", 4]])], { info }))).toEqual({
        readings: [],
        ignored: 0,
        refused: [{ serialNumber: "00:6E:02:00:00:01:1000", reason }],
      });
    const zone = translate(xovis, earlier({ "data-type": "ZONE" }, [measured(["count"])]));
    expect(zone.refused).toEqual([{ serialNumber: "00:6E:02:00:00:01:0", reason }]);
    const zoneLine = translate(xovis, logics([record(PASSAGES)], { info: "XLT_ZONE_IN_OUT_COUNT" }));
    expect(zoneLine.readings).toHaveLength(1);
  });

  it("live counts are not counted, since the logics say the same passages (D31)", () => {
    const alive = { kind: "alive", serialNumber: "00:6E:02:00:00:01", at: FROM, health: {} };
    expect(translate(xovis, LIVE)).toEqual({ readings: [alive], ignored: 1, refused: [] });
  });

  it("a frame in too little light is a problem of the sensor (D31)", () => {
    const [frame] = LIVE.live_data.frames;
    const dark = { live_data: { ...LIVE.live_data, frames: [{ ...frame, illumination: "INSUFFICIENT" }] } };
    expect(translate(xovis, dark).readings).toMatchObject([
      { health: { problems: ["the light is not sufficient"] } },
    ]);
  });

  it("a status, a test of a sensor that is named, and a push without counts show that it is alive (D32)", () => {
    const sensor_info = { ...SENSOR, device_type: "PC2SE", sw_version: "5.8.2", time: FROM };
    const health = { sensorType: "PC2SE", firmwareVersion: "5.8.2" };
    const alive = { kind: "alive", serialNumber: "00:6E:02:00:00:01", at: FROM, health };
    for (const name of ["status_data", "connection_test", "logics_data"])
      expect(translate(xovis, { [name]: { sensor_info } })).toEqual({
        readings: [alive],
        ignored: 0,
        refused: [],
      });
    expect(translate(xovis, { ...earlier(), content: undefined }).readings).toEqual([
      { ...alive, at: FROM + 2 * MINUTE, health: { sensorType: "PC2" } },
    ]);
  });

  it("counts that do not name their sensor or their line are refused (D32)", () => {
    const reason = "does not name its sensor";
    for (const body of [logics([record(PASSAGES)], {}, {}), { ...earlier(), "sensor-info": {} }])
      expect(translate(xovis, body).refused).toEqual([{ serialNumber: null, reason }]);
    expect(translate(xovis, logics([record(PASSAGES)], { id: undefined })).refused).toEqual([
      { serialNumber: "00:6E:02:00:00:01", reason: "has counts that name no line" },
    ]);
  });

  it("numbers that no counter can have are passed on (D31)", () => {
    const counts: Counts = [
      ["fw", -2],
      ["bw", 1.5],
    ];
    expect(translate(xovis, logics([record(counts)])).readings).toEqual([interval({ in: -2, out: 1.5 })]);
  });

  it.each(["", "[]", "3", "{", "{}", '{"serial":"B8A44F941234","in":1}', '{"logics_data":3}', "[[]]"])(
    "%j is damaged or of another system (D32)",
    (body) => {
      expect(() => translate(xovis, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
    },
  );

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(xovis, [
      logics([record(PASSAGES), record([["x", 1]])]),
      earlier(),
      LIVE,
      [LIVE],
    ]);
  });
});
