import { describe, expect, it } from "vitest";
import type { Overlays } from "../../../console/src/pages/space/chart-overlays.ts";
import { comparedWith } from "../../../console/src/pages/space/numbers.tsx";
import { formatChange, indexFor } from "../../../console/src/pages/space/readout.tsx";
import {
  countData,
  flowData,
  gapsOf,
  type Sample,
  sampleAt,
} from "../../../console/src/pages/space/samples.ts";
import { legendOf } from "../../../console/src/pages/space/space-charts.tsx";
import { countsAfter, dailyResets } from "../../../console/src/pages/space/use-space-data.ts";
import type { CountMetrics } from "../../../console/src/queries/counts.ts";

function sample(start: number, end: number, count: number, values: Partial<Sample> = {}): Sample {
  return { start, end, count, min: count, max: count, entrances: 0, exits: 0, ...values };
}

const NOTHING = { previous: [], events: [], last: null } as const;

describe("the data of the charts", () => {
  it("extends to the end of the last interval, with the current count if known", () => {
    const samples = [sample(0, 10, 1), sample(10, 20, 2, { min: 1, max: 4 })];
    expect(countData({ ...NOTHING, samples })).toEqual([
      [0, 10, 20],
      [1, 2, 2],
      [1, 4, 4],
      [1, 1, 1],
      [undefined, undefined, undefined],
    ]);
    expect(countData({ ...NOTHING, samples, last: 3 })[1]).toEqual([1, 2, 3]);
  });

  it("has gaps without samples", () => {
    const [times, count] = countData({ ...NOTHING, samples: [sample(0, 10, 1), sample(30, 40, 2)] });
    expect(times).toEqual([0, 9, 10, 30, 40]);
    expect(count).toEqual([1, 1, null, 2, 2]);
  });

  it("includes the count after each event, and the previous week", () => {
    const lines = { samples: [sample(0, 10, 1)], previous: [sample(5, 15, 7)], last: null };
    const [times, count, , , previous] = countData({ ...lines, events: [{ time: 4, count: 2 }] });
    expect(times).toEqual([0, 4, 5, 10, 15]);
    expect(count).toEqual([1, 2, undefined, 1, undefined]);
    expect(previous).toEqual([undefined, undefined, 7, undefined, 7]);
  });

  it("has exits as negative numbers", () => {
    expect(flowData([sample(0, 10, 1, { entrances: 3, exits: 2 })])).toEqual([[0], [3], [-2]]);
  });

  it("finds the sample of a time", () => {
    const samples = [sample(0, 10, 1), sample(10, 20, 2), sample(30, 40, 3)];
    const found = [-1, 0, 9, 10, 20, 29, 39, 40].map((time) => sampleAt(samples, time)?.count ?? null);
    expect(found).toEqual([null, 1, 1, 2, null, null, 3, null]);
  });
});

describe("the count after each event", () => {
  const event = (time: number, direction: 1 | -1) => ({ time, direction });

  it("follows from the sample before it, never below 0 (D7)", () => {
    const events = [event(1, 1), event(2, -1), event(3, -1), event(4, 1)];
    expect(countsAfter(events, [], [sample(0, 10, 0)])).toEqual([1, 0, 0, 1]);
  });

  it("restarts with each sample, which includes the changes at its start", () => {
    const events = [event(9, 1), event(10, 1), event(12, 1)];
    expect(countsAfter(events, [], [sample(0, 10, 0), sample(10, 20, 7)])).toEqual([1, 7, 8]);
  });

  it("includes resets, before events of the same instant (D6)", () => {
    const resets = [
      { time: 0, count: 50 },
      { time: 5, count: 20 },
    ];
    expect(countsAfter([event(4, 1), event(5, 1)], resets, [sample(0, 10, 3)])).toEqual([4, 21]);
  });

  it("is unknown without samples", () => {
    expect(countsAfter([event(4, 1)], [], [])).toEqual([null]);
    expect(countsAfter([event(4, 1)], [], [sample(5, 10, 3)])).toEqual([null]);
  });
});

describe("daily resets", () => {
  it("are at local times, also on days of 23 hours", () => {
    const range = { start: Date.parse("2026-03-28T00:00Z"), end: Date.parse("2026-03-30T03:00Z") };
    const times = dailyResets(range, "04:00", "Europe/London").map(({ time }) =>
      new Date(time).toISOString(),
    );
    expect(times).toEqual(["2026-03-28T04:00:00.000Z", "2026-03-29T03:00:00.000Z"]);
  });

  it("are none without a daily reset", () => {
    expect(dailyResets({ start: 0, end: 1e9 }, null, "UTC")).toEqual([]);
  });
});

describe("keys of the charts", () => {
  it("move between samples, and not beyond them", () => {
    const keys = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", "x"];
    expect(keys.map((key) => indexFor(key, 5, 12))).toEqual([4, 6, 0, 11, 0, 11, null]);
    expect(keys.map((key) => indexFor(key, null, 12))).toEqual([11, 11, 2, 11, 0, 11, null]);
    expect(indexFor("ArrowLeft", null, 0)).toBeNull();
  });
});

describe("the legend of the charts", () => {
  it("lists every mark in the charts", () => {
    const overlays: Overlays = {
      limits: [
        { kind: "safe", label: "Safe limit 48", value: 48 },
        { kind: "capacity", label: "Capacity 800", value: 800 },
        { kind: "target", label: "Target capacity 60", value: 60 },
      ],
      breaches: [{ start: 0, end: 1 }],
      dailyResets: [{ time: 0, count: 0 }],
      resets: [{ time: 0, count: 3 }],
      events: [
        { time: 0, direction: 1, countAfter: 1 },
        { time: 1, direction: -1, countAfter: 0 },
      ],
      gaps: [{ start: 0, end: 1 }],
      now: 5,
    };
    expect(legendOf(overlays, 50).map(({ label }) => label)).toEqual([
      "Safe limit 48",
      "Capacity 800, above the chart",
      "Target capacity 60",
      "Above the safe limit",
      "Daily reset to 0",
      "Explicit reset",
      "Entrance",
      "Exit",
      "Now",
      "Not counted",
    ]);
    const none = { limits: [], breaches: [], dailyResets: [], resets: [], events: [], gaps: [], now: null };
    expect(legendOf(none, 50)).toEqual([]);
  });
});

describe("gaps", () => {
  it("are the times without samples", () => {
    const samples = [sample(10, 20, 0), sample(20, 30, 0), sample(50, 60, 0)];
    expect(gapsOf(samples, { start: 0, end: 100 })).toEqual([
      { start: 0, end: 10 },
      { start: 30, end: 50 },
      { start: 60, end: 100 },
    ]);
    expect(gapsOf(samples, { start: 10, end: 30 })).toEqual([]);
    expect(gapsOf(samples, { start: 10, end: 40 })).toEqual([{ start: 30, end: 40 }]);
    expect(gapsOf([], { start: 0, end: 100 })).toEqual([]);
  });
});

describe("the difference from the previous week", () => {
  it.each([
    [17, 12, "+5, +42%"],
    [9, 12, "−3, −25%"],
    [12, 12, "0, 0%"],
    [5, 0, "+5"],
    [5.25, 4.5, "+0.8, +17%"],
    [null, 12, null],
    [12, undefined, null],
  ])("of %s people from %s is %s", (count, before, text) => {
    expect(formatChange(count, before)).toBe(text);
  });

  it("states averages with the decimal of the current ones", () => {
    const metrics = (average: number, people: number) =>
      ({
        count: { max: { value: people }, average },
        entrances: { total: people },
        exits: { total: people },
      }) as CountMetrics;
    const compared = comparedWith(metrics(5.25, 17), metrics(4.5, 12));
    expect(compared.get("Average")).toBe("4.5 before, +0.8, +17%");
    expect(compared.get("Peak")).toBe("12 before, +5, +42%");
  });
});
