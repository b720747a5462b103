import { describe, expect, it } from "vitest";
import { legendOf } from "../../../console/src/pages/space/chart-legend.tsx";
import type { Overlays } from "../../../console/src/pages/space/chart-overlays.ts";
import { formatChange } from "../../../console/src/pages/space/readout.tsx";
import { gapsOf, type Sample } from "../../../console/src/pages/space/samples.ts";

const NOTHING_MARKED: Overlays = {
  limits: [],
  breaches: [],
  dailyResets: [],
  resets: [],
  events: [],
  gaps: [],
  now: null,
};

function sample(start: number, end: number): Sample {
  return { start, end, count: 0, min: 0, max: 0, entrances: 0, exits: 0 };
}

describe("the legend of the charts", () => {
  it("lists every mark in the charts", () => {
    const overlays: Overlays = {
      limits: [
        { kind: "safe", label: "Safe limit 48", value: 48 },
        { kind: "capacity", label: "Capacity 800", value: 800 },
        { kind: "target", label: "Target 60", value: 60 },
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
      "Target 60",
      "Above the safe limit",
      "Daily reset to 0",
      "Explicit reset",
      "Entrance",
      "Exit",
      "Now",
      "Not counted",
    ]);
    // Each kind of mark that the charts know has its entry.
    expect(Object.values(overlays)).toHaveLength(Object.keys(NOTHING_MARKED).length);
  });

  it("is empty without marks", () => {
    expect(legendOf(NOTHING_MARKED, 50)).toEqual([]);
  });
});

describe("gaps", () => {
  it("are the times without samples", () => {
    const samples = [sample(10, 20), sample(20, 30), sample(50, 60)];
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
    [null, 12, null],
    [12, undefined, null],
  ])("of %s people from %s is %s", (count, before, text) => {
    expect(formatChange(count, before)).toBe(text);
  });
});
