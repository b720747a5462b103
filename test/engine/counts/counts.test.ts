import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../src/domain/instant.ts";
import { countAt, probeCounts } from "../../../src/engine/counts/count-series.ts";
import type { Scenario } from "../../model/scenario.ts";
import { daily, events, hours, PLAIN, utc } from "../../support/examples.ts";
import { historyOf, kernelSeries, kernelSeriesWithoutFloor, runsOf } from "../../support/kernel.ts";

/** N at an instant. */
function countOf(overrides: Partial<Scenario>, time: string): Promise<number> {
  const scenario = { ...PLAIN, ...overrides };
  return countAt(runsOf(scenario), historyOf(scenario), utc(time));
}

/** The samples as `count min..max +entrances -exits`. */
async function samplesOf(overrides: Partial<Scenario>): Promise<string[]> {
  const { samples } = await kernelSeries({ ...PLAIN, ...overrides });
  return samples.map((s) => `${s.count} ${s.min}..${s.max} +${s.entrances} -${s.exits}`);
}

describe("D7: N(t)", () => {
  it.each<[string, Partial<Scenario>, Readonly<Record<string, number>>]>([
    ["before any change the count is 0", { events: events("+09:30") }, { "09:00": 0, "09:29:59.999": 0 }],
    [
      "an event adds its direction, from its own instant on",
      { events: events("+09:10 +09:20 -09:30") },
      { "09:10": 1, "09:29:59.999": 2, "09:30": 1, "2024-05-20T00:00": 1 },
    ],
    [
      "an exit from an empty space leaves 0",
      { events: events("-09:10 -09:20 +09:30") },
      { "09:20": 0, "09:30": 1 },
    ],
    [
      "an explicit reset sets its value, 0 included",
      {
        events: events("+09:10 +09:20 -10:10"),
        resets: [
          { instant: utc("10:00"), count: 7 },
          { instant: utc("11:00"), count: 0 },
        ],
      },
      { "09:59:59.999": 2, "10:00": 7, "10:10": 6, "11:00": 0 },
    ],
  ])("D7: %s", async (_, history, expected) => {
    for (const [time, count] of Object.entries(expected))
      expect(await countOf(history, time), time).toBe(count);
  });

  it("D7: the floor is a parameter: without it the count falls below 0", async () => {
    const scenario = { ...PLAIN, events: events("-09:10 -09:20 +10:30") };
    const { samples, metrics } = await kernelSeriesWithoutFloor(scenario);
    expect(samples.map(({ count, min, max }) => [count, min, max])).toEqual([
      [0, -2, 0],
      [-2, -2, -1],
      [-1, -1, -1],
    ]);
    expect(metrics.count.min).toEqual({ value: -2, instant: utc("09:20") });
  });
});

describe("D6: order", () => {
  it("D6: at one instant the daily reset comes first, then explicit resets, then events", async () => {
    const history = {
      schedules: daily("10:00"),
      resets: [{ instant: utc("10:00"), count: 4 }],
      events: events("+09:00 +09:00 -10:00"),
    };
    expect(await countOf(history, "10:00")).toBe(3);
    expect(await samplesOf(history)).toEqual(["2 0..2 +2 -0", "3 3..4 +0 -1", "3 3..3 +0 -0"]);
  });

  it("D6: explicit resets of one instant apply by id, the last of them deciding", async () => {
    const resets = [
      { instant: utc("10:00"), count: 9 },
      { instant: utc("09:30"), count: 1 },
      { instant: utc("10:00"), count: 2 },
    ];
    expect(await countOf({ resets }, "10:00")).toBe(2);
  });

  it("D6: resets that share an instant act as one change: values in between enter no min or max", async () => {
    const history = {
      events: events("+09:10 +09:20 +10:40"),
      schedules: daily("10:30"),
      resets: [
        { instant: utc("10:30"), count: 50 },
        { instant: utc("10:30"), count: 3 },
      ],
    };
    // Neither 0, of the daily reset, nor 50.
    expect(await samplesOf(history)).toEqual(["0 0..2 +2 -0", "2 2..4 +1 -0", "4 4..4 +0 -0"]);
    const { metrics } = await kernelSeries({ ...PLAIN, ...history });
    expect(metrics.count.max).toEqual({ value: 4, instant: utc("10:40") });
  });
});

describe("D8: daily resets in counts", () => {
  it("D8: grids use the current zone, not that of the schedule", async () => {
    const samples = await kernelSeries({
      ...PLAIN,
      timeZone: "Asia/Kathmandu",
      schedules: daily("04:00", "America/New_York"),
      events: events("+09:00"),
      start: utc("2024-05-05T18:15"),
      end: utc("2024-05-07T18:15"),
      interval: { unit: "day", amount: 1 },
    });
    expect(samples.samples.map(({ start }) => start)).toEqual([
      utc("2024-05-05T18:15"),
      utc("2024-05-06T18:15"),
    ]);
    // 04:00 EDT is 08:00 UTC.
    expect(samples.metrics.count.max).toEqual({ value: 1, instant: utc("09:00") });
    expect(samples.samples[1]).toMatchObject({ count: 1, min: 0, max: 1 });
  });
});

describe("D12: samples", () => {
  const history = { events: events("+09:10 +09:10 +09:30 -10:00 +10:15 -11:59:59.999 +12:00") };

  it("D12: count is N at the interval's start; min and max begin with the count before its events", async () => {
    expect(await samplesOf(history)).toEqual(["0 0..3 +3 -0", "2 2..3 +1 -1", "3 2..3 +0 -1"]);
  });

  it("D12: a reset at an interval's start comes before its first value", async () => {
    const resets = [{ instant: utc("10:00"), count: 5 }];
    expect(await samplesOf({ ...history, resets })).toEqual(["0 0..3 +3 -0", "4 4..5 +1 -1", "5 4..5 +0 -1"]);
  });
});

describe("counts at instants", () => {
  it("D12: the count before an instant's events is after its resets", async () => {
    const scenario = {
      ...PLAIN,
      events: events("+09:00 +09:00 -10:00 +10:00 +11:00"),
      resets: [{ instant: utc("10:00"), count: 6 }],
    };
    const instants = ["08:00", "09:00", "09:59:59.999", "10:00", "12:00"].map(utc);
    const probe = await probeCounts(runsOf(scenario), historyOf(scenario), Float64Array.from(instants));
    expect([...probe.opening]).toEqual([0, 0, 2, 6, 7]);
    expect([...probe.closing]).toEqual([0, 2, 2, 6, 7]);
  });
});

/** The samples as `HH:MM count min..max +entrances -exits minutes`. */
async function measuredOf(overrides: Partial<Scenario>): Promise<string[]> {
  const { samples } = await kernelSeries({ ...PLAIN, ...overrides });
  return samples.map((s) => {
    const start = new Date(s.start).toISOString().slice(11, 16);
    return `${start} ${s.count} ${s.min}..${s.max} +${s.entrances} -${s.exits} ${s.measured / MINUTE_MS}`;
  });
}

describe("D14: measured time", () => {
  const history = { events: events("+09:10 +09:30 +09:30 -09:50 +10:30 -11:10") };

  it("D14: intervals without measured time are left out; the others keep their grid start and end", async () => {
    const segments = [hours("10:15:00", "10:45:00")];
    const { samples } = await kernelSeries({ ...PLAIN, ...history, segments });
    expect(samples).toEqual([
      {
        start: utc("10:00"),
        end: utc("11:00"),
        count: 2,
        min: 2,
        max: 3,
        entrances: 1,
        exits: 0,
        average: 2.5,
        measured: 30 * MINUTE_MS,
      },
    ]);
  });

  it("D14: count is N at the first measured instant", async () => {
    expect(await measuredOf({ ...history, segments: [hours("09:30:00", "09:40:00")] })).toEqual([
      "09:00 3 1..3 +2 -0 10",
    ]);
    expect(await measuredOf({ ...history, segments: [hours("09:29:59", "09:40:00")] })).toEqual([
      `09:00 1 1..3 +2 -0 ${10 + 1 / 60}`,
    ]);
  });

  it("D14: each piece carries in the count at its start; changes between pieces are not measured", async () => {
    // Between 09:05 and 09:40 the count rises to 3, which is carried in; 09:50 lies outside.
    const segments = [hours("09:00:00", "09:05:00"), hours("09:40:00", "09:45:00")];
    expect(await measuredOf({ ...history, segments })).toEqual(["09:00 0 0..3 +0 -0 10"]);
    const around = [hours("09:00:00", "09:20:00"), hours("09:55:00", "10:00:00")];
    expect(await measuredOf({ ...history, segments: around })).toEqual(["09:00 0 0..2 +1 -0 25"]);
  });

  it("D14: time in several segments counts once", async () => {
    const segments = [
      hours("09:00:00", "10:00:00"),
      hours("09:30:00", "10:30:00"),
      hours("09:40:00", "09:41:00"),
    ];
    const { samples, metrics } = await kernelSeries({ ...PLAIN, ...history, segments, targetCapacity: 1 });
    expect(samples.map(({ measured }) => measured / MINUTE_MS)).toEqual([60, 30]);
    expect(metrics.entrances.total).toBe(3);
    // The count is 0 until 09:10, and 1 of a target of 1 is 100 %.
    expect(metrics.targetUtilization?.durations).toEqual([10 * MINUTE_MS, 0, 0, 80 * MINUTE_MS]);
  });
});
