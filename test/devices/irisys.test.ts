import { describe, expect, it } from "vitest";
import { irisys } from "../../src/devices/irisys.ts";
import type { TotalReading } from "../../src/domain/reading.ts";
import { checkAnswersAnything, hasSamples, sampleBody, translate } from "../support/device-messages.ts";

const AT = Date.UTC(2026, 2, 2, 8, 15);
const TIMES = { Timestamp: "2026-03-02T08:15:00Z", TimestampLocaltime: "2026-03-02T09:15:00+01:00" };

type Row = readonly [name: string, tags: string, value: unknown];

function counts(rows: readonly Row[]) {
  return rows.map(([Name, tags, Value], index) => {
    const Tags = tags.split(" ").filter((tag) => tag !== "");
    return {
      Name,
      Tags,
      Value,
      UUID: `uuid-${index}`,
      RegisterId: index,
      LogPeriodValue: 1,
      RegisterType: "Line",
    };
  });
}

function post(rows: readonly Row[], fields: object = {}) {
  const CountLogs = [{ Counts: counts(rows), LogEntryId: 8000, ...TIMES }];
  return { CountLogs, DeviceID: "N001", FriendlyDeviceSerial: "V4D-1", ...fields };
}

function total(
  serialNumber: string,
  inTotal: number | null,
  outTotal: number | null,
  at: TotalReading["at"] = AT,
) {
  const fixed = { kind: "total", width: null, isBoot: false, isUndirected: false } as const;
  return { ...fixed, serialNumber, at, inTotal, outTotal };
}

const [IN, OUT] = ["direction=IN", "direction=OUT"];
const PAIR: readonly Row[] = [
  ["Line 1", IN, 4],
  ["Line 2", OUT, 7],
];

describe("messages of Irisys Vector", () => {
  it.skipIf(!hasSamples)("the sample is two totals, without the periods that say the same (D32)", () => {
    expect(translate(irisys, sampleBody("irisys-vector/push-2-intervals.json"))).toEqual({
      readings: [total("V4D-00000001", 1204, 1197), total("V4D-00000001", 1209, 1201, AT + 15 * 60_000)],
      ignored: 0,
      refused: [],
    });
  });

  it("the only two registers that have a direction are the line of the device, whatever their names (D32)", () => {
    expect(translate(irisys, post(PAIR)).readings).toEqual([total("V4D-1", 4, 7)]);
    expect(translate(irisys, post([["Line 1", "Direction=in", 4]])).readings).toEqual([
      total("V4D-1", 4, null),
    ]);
  });

  it.each<[what: string, rows: readonly Row[], lines: readonly TotalReading[]]>([
    [
      "other tags",
      [
        ["a", `${IN} door=North`, 1],
        ["b", `${IN} door=South`, 2],
        ["c", `door=South ${OUT}`, 3],
        ["d", `${OUT} door=North`, 4],
      ],
      [total("V4D-1:door=North", 1, 4), total("V4D-1:door=South", 2, 3)],
    ],
    [
      "names",
      [
        ["Door 1 - In", IN, 1],
        ["Door 1 - Out", OUT, 2],
        ["Door_2_in", IN, 3],
        ["Door_2_out", OUT, 4],
      ],
      [total("V4D-1:Door 1", 1, 2), total("V4D-1:Door 2", 3, 4)],
    ],
    [
      "names, of which one pair has none but the direction",
      [
        ["In", IN, 10],
        ["Out", OUT, 9],
        ["Child In", IN, 2],
        ["Child Out", OUT, 1],
      ],
      [total("V4D-1", 10, 9), total("V4D-1:Child", 2, 1)],
    ],
    [
      "nothing: each register is a line of its own",
      [
        ["Line 1", IN, 1],
        ["Line 2", OUT, 2],
        ["Line 3", IN, 3],
        ["Line 4", OUT, 4],
      ],
      [
        total("V4D-1:Line 1", 1, null),
        total("V4D-1:Line 2", null, 2),
        total("V4D-1:Line 3", 3, null),
        total("V4D-1:Line 4", null, 4),
      ],
    ],
    [
      "nothing, and names occur twice: each register is a line named by its UUID",
      [
        ["Door", IN, 1],
        ["Door", IN, 2],
        ["Door", OUT, 3],
      ],
      [total("V4D-1:uuid-0", 1, null), total("V4D-1:uuid-1", 2, null), total("V4D-1:uuid-2", null, 3)],
    ],
  ])("several pairs are distinguished by %s (D32)", (_, rows, lines) => {
    const { readings, refused } = translate(irisys, post(rows));
    expect(readings).toEqual(lines);
    expect(refused).toEqual([]);
  });

  it("pairs that would have the same name are not mixed (D32)", () => {
    const rows: Row[] = [
      ["x", `${IN} A`, 1],
      ["y", `${OUT} A`, 2],
      ["A in", IN, 3],
      ["A out", OUT, 4],
      ["B in", IN, 5],
      ["B out", OUT, 6],
    ];
    const names = translate(irisys, post(rows)).readings.map(({ serialNumber }) => serialNumber);
    expect(names).toEqual(["V4D-1:B", "V4D-1:x", "V4D-1:y", "V4D-1:A in", "V4D-1:A out"]);
  });

  it("a register without a direction is a line of its own, whose direction is a setting (D32)", () => {
    const rows: Row[] = [...PAIR, ["Lobby", "", 5], ["", "zone=2", 6], ["Both", `${IN} ${OUT}`, 7]];
    expect(translate(irisys, post(rows)).readings).toEqual([
      total("V4D-1", 4, 7),
      { ...total("V4D-1:Lobby", 5, null), isUndirected: true },
      { ...total("V4D-1:uuid-3", 6, null), isUndirected: true },
      { ...total("V4D-1:Both", 7, null), isUndirected: true },
    ]);
  });

  it("fifty log entries of one post are read in order of time (D32)", () => {
    const CountLogs = Array.from({ length: 50 }, (_, i) => ({
      Counts: counts([["In", IN, 100 - i]]),
      Timestamp: new Date(AT - i * 60_000).toISOString(),
    }));
    const { readings } = translate(irisys, post([], { CountLogs }));
    const expected = Array.from({ length: 50 }, (_, i) =>
      total("V4D-1", 51 + i, null, AT + (i - 49) * 60_000),
    );
    expect(readings).toEqual(expected);
  });

  it("totals that fall back are passed on, and so are values that no counter can have (D31)", () => {
    const of = (value: unknown, minute: number) => ({
      Counts: counts([["In", IN, value]]),
      Timestamp: `2026-03-02T08:${minute}:00Z`,
    });
    const CountLogs = [of(1209, 15), of(3, 30), of(-1, 45), of("12", 46), of(2.5, 47), of("many", 48)];
    const { readings } = translate(irisys, post([], { CountLogs }));
    expect(readings.map((reading) => reading.kind === "total" && reading.inTotal)).toEqual([
      1209,
      3,
      -1,
      12,
      2.5,
      Number.NaN,
    ]);
  });

  it("histograms and changes of the clock are ignored, and show that the device is alive (D32)", () => {
    const HistogramLogs = [{ Histograms: [{ Name: "Line 1", Values: [{ result: [0, 3] }] }], ...TIMES }];
    expect(translate(irisys, post(PAIR, { HistogramLogs }))).toMatchObject({
      readings: [{ inTotal: 4 }],
      ignored: 1,
    });
    const CountLogs = [{ ClockChangedFrom: "2026-03-02T08:00:00Z", ...TIMES }];
    expect(translate(irisys, post([], { CountLogs, HistogramLogs }))).toEqual({
      readings: [{ kind: "alive", serialNumber: "V4D-1", at: null, health: {} }],
      ignored: 2,
      refused: [],
    });
  });

  it("the time is that in UTC, else the local one with its offset (D32)", () => {
    const atOf = (times: object) => {
      const { readings, refused } = translate(
        irisys,
        post([], { CountLogs: [{ Counts: counts(PAIR), ...times }] }),
      );
      const [reading] = readings;
      return reading?.kind === "total" ? reading.at : refused[0]?.reason;
    };
    expect(atOf({ TimestampLocaltime: TIMES.TimestampLocaltime })).toBe(AT);
    expect(atOf({ Timestamp: "2026-03-02 09:15:00" })).toEqual({ local: "2026-03-02T09:15:00" });
    expect(atOf({ Timestamp: "2026-02-30T09:15:00Z" })).toMatch(/without a time/);
  });

  it("a device that does not send its serial number is named by its MAC address (D32)", () => {
    const body = post(PAIR, { FriendlyDeviceSerial: undefined, macAddress: "00:21:AC:00:00:01" });
    expect(translate(irisys, body).readings).toEqual([total("00:21:AC:00:00:01", 4, 7)]);
  });

  it("registers that cannot be used are refused, each with the reason (D32)", () => {
    const { readings, refused } = translate(irisys, post([...PAIR, ["Lobby", "", undefined]]));
    expect(readings).toHaveLength(1);
    expect(refused).toEqual([{ serialNumber: "V4D-1:Lobby", reason: "has a register without a value" }]);
    const CountLogs = [{ Counts: [{ Value: 1 }], ...TIMES }];
    expect(translate(irisys, post([], { CountLogs })).refused).toEqual([
      { serialNumber: "V4D-1", reason: "has registers that cannot be distinguished" },
    ]);
  });

  it.each([
    "",
    "{",
    "[]",
    "{}",
    '"V4D-1"',
    '{"serial":"B8A44F941234"}',
    '{"FriendlyDeviceSerial":"V4D-1","CountLogs":3}',
  ])("%j is damaged or of another system (D32)", (body) => {
    expect(() => translate(irisys, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(irisys, [post([...PAIR, ["Lobby", "", 3], ["Door in", IN, 1]])]);
  });
});
