import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../src/domain/instant.ts";
import { countAt } from "../../../src/engine/counts/count-series.ts";
import type { Scenario } from "../../model/scenario.ts";
import { daily, events, hours, PLAIN, utc } from "../../support/examples.ts";
import { historyOf, kernelBreaches, kernelSeries, runsOf } from "../../support/kernel.ts";

/*
 * Examples worked by hand, so that the kernel and the model of it cannot have the same rule wrong;
 * test/property/oracle.test.ts compares the two for everything else.
 */

const seriesOf = (overrides: Partial<Scenario>) => kernelSeries({ ...PLAIN, ...overrides });

/** The samples as `count min..max +entrances -exits`. */
async function samplesOf(overrides: Partial<Scenario>): Promise<string[]> {
  const { samples } = await seriesOf(overrides);
  return samples.map((s) => `${s.count} ${s.min}..${s.max} +${s.entrances} -${s.exits}`);
}

const reset = (time: string, count: number) => ({ instant: utc(time), count });

describe("D7: N(t)", () => {
  it.each<[string, Partial<Scenario>, Readonly<Record<string, number>>]>([
    ["before any change the count is 0", { events: events("+09:30") }, { "09:00": 0, "09:29:59.999": 0 }],
    [
      "an event adds its direction, from its own instant on",
      { events: events("+09:10 +09:20 -09:30") },
      { "09:10": 1, "09:29:59.999": 2, "09:30": 1, "2024-05-20T00:00": 1 },
    ],
    ["an exit from an empty space leaves 0", { events: events("-09:10 +09:30") }, { "09:20": 0, "09:30": 1 }],
    [
      "an explicit reset sets its value, 0 included",
      { events: events("+09:10 +09:20 -10:10"), resets: [reset("10:00", 7), reset("11:00", 0)] },
      { "09:59:59.999": 2, "10:00": 7, "10:10": 6, "11:00": 0 },
    ],
    [
      "D6: at one instant the daily reset comes first, then explicit resets, then events",
      { events: events("+09:00 -10:00"), schedules: daily("10:00"), resets: [reset("10:00", 4)] },
      { "10:00": 3 },
    ],
  ])("D7: %s", async (_, history, expected) => {
    const scenario = { ...PLAIN, ...history };
    for (const [time, count] of Object.entries(expected))
      expect(await countAt(runsOf(scenario), historyOf(scenario), utc(time)), time).toBe(count);
  });
});

describe("D12: samples", () => {
  it("D12: count is N at the interval's start; min and max begin with the count before its events", async () => {
    const history = { events: events("+09:10 +09:10 +09:30 -10:00 +10:15 -11:59:59.999 +12:00") };
    expect(await samplesOf(history)).toEqual(["0 0..3 +3 -0", "2 2..3 +1 -1", "3 2..3 +0 -1"]);
  });

  it("D6: resets that share an instant act as one change: values in between enter no min or max", async () => {
    const history = {
      events: events("+09:10 +09:20 +10:40"),
      schedules: daily("10:30"),
      resets: [reset("10:30", 50), reset("10:30", 3)],
    };
    // Neither 0, of the daily reset, nor 50.
    expect(await samplesOf(history)).toEqual(["0 0..2 +2 -0", "2 2..4 +1 -0", "4 4..4 +0 -0"]);
    const { metrics } = await seriesOf(history);
    expect(metrics.count.max).toEqual({ value: 4, instant: utc("10:40") });
  });
});

describe("D14: measured time", () => {
  const history = { events: events("+09:10 +09:30 +09:30 -09:50 +10:30 -11:10") };

  it("D14: intervals without measured time are left out; the others keep their grid start and end", async () => {
    const { samples } = await seriesOf({ ...history, segments: [hours("10:15:00", "10:45:00")] });
    expect(samples).toEqual([
      {
        ...{ start: utc("10:00"), end: utc("11:00"), measured: 30 * MINUTE_MS },
        ...{ count: 2, min: 2, max: 3, entrances: 1, exits: 0, average: 2.5 },
      },
    ]);
  });

  it("D14: count is N at the first measured instant", async () => {
    const ofSegment = (start: string) =>
      samplesOf({ ...history, segments: [hours(start, "09:40:00")] }).then(([first]) => first);
    expect(await ofSegment("09:30:00")).toBe("3 1..3 +2 -0");
    expect(await ofSegment("09:29:59")).toBe("1 1..3 +2 -0");
  });

  it("D14: time in several segments counts once", async () => {
    const times = ["09:00:00 10:00:00", "09:30:00 10:30:00", "09:40:00 09:41:00"];
    const segments = times.map((each) => hours(...(each.split(" ") as [string, string])));
    const { samples, metrics } = await seriesOf({ ...history, segments, targetCapacity: 1 });
    expect(samples.map(({ measured }) => measured / MINUTE_MS)).toEqual([60, 30]);
    expect(metrics.entrances.total).toBe(3);
    // The count is 0 until 09:10, and 1 of a target of 1 is 100 %.
    expect(metrics.targetUtilization?.durations).toEqual([10 * MINUTE_MS, 0, 0, 80 * MINUTE_MS]);
  });
});

describe("D13: metrics", () => {
  it("D13: totals, averages weighted by time, extremes when they were first reached, bands of the target", async () => {
    // 0 people for 30 minutes, 1 for 30, 3 for 90, 2 for 30 and 3 for 60: 540 people's minutes in 240.
    const crossings = events("+09:30 +10:00 +10:00 -11:30 +12:00");
    const { metrics } = await seriesOf({ events: crossings, end: utc("13:00"), targetCapacity: 5 });
    const first = (time: string, value: number) => ({ value, instant: utc(time) });
    expect(metrics).toEqual({
      entrances: { total: 4, average: 1, peak: first("10:00", 2) },
      exits: { total: 1, average: 0.25, peak: first("11:00", 1) },
      count: { average: 2.25, min: first("09:00", 0), max: first("10:00", 3) },
      // 0 and 1 of 5 lie below 0.4, and 2 and 3 in [0.4, 0.8).
      targetUtilization: {
        ...{ average: 0.45, min: 0, max: 0.6 },
        durations: [60 * MINUTE_MS, 180 * MINUTE_MS, 0, 0],
      },
    });
  });

  it.each([
    // The lowest counts of which N / target reaches 0.4, 0.8 and 1.
    [1, [1, 1, 1]],
    [2, [1, 2, 2]],
    [3, [2, 3, 3]],
    [5, [2, 4, 5]],
    [7, [3, 6, 7]],
    [8, [4, 7, 8]],
    [10, [4, 8, 10]],
    [25, [10, 20, 25]],
  ])("D13: of a target of %i the bands begin at %j", async (targetCapacity, floors) => {
    // A minute of each count from 0 to the target + 1.
    const resets = Array.from({ length: targetCapacity + 2 }, (_, count) => ({
      instant: PLAIN.start + count * MINUTE_MS,
      count,
    }));
    const end = PLAIN.start + resets.length * MINUTE_MS;
    const { metrics } = await seriesOf({ resets, end, targetCapacity });
    const edges = [0, ...floors, targetCapacity + 2];
    const minutes = edges.slice(1).map((edge, i) => edge - (edges[i] as number));
    expect(metrics.targetUtilization?.durations).toEqual(minutes.map((n) => n * MINUTE_MS));
  });
});

describe("D15: unsafe time", () => {
  /** Unsafe while more than 2 people are in: 3 from 09:30, 4 from 09:40, 2 from 10:10; 3 from 10:30 to 10:45. */
  const twice: Scenario = {
    ...PLAIN,
    ...{ safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 2 },
    events: events("+08:00 +08:10 +09:30 +09:40 -10:00 -10:10 +10:30 -10:45"),
  };
  const breach = (start: string, end: string | null, value: number, reached: string) => ({
    start: utc(start),
    end: end === null ? null : utc(end),
    peak: { value, instant: utc(reached) },
  });

  it("D15: lasts while N exceeds the limit, not when it equals it", async () => {
    expect(await kernelBreaches(twice)).toEqual([
      breach("09:30", "10:10", 4, "09:40"),
      breach("10:30", "10:45", 3, "10:30"),
    ]);
    const { safeThreshold } = await kernelSeries(twice);
    expect(safeThreshold).toEqual({ limit: 2, breaches: 2, unsafeDuration: 55 * MINUTE_MS });
  });

  it("D14, D15: counts where it is measured, and a breach over several pieces once", async () => {
    const times = ["09:00:00 09:40:00", "10:00:00 10:20:00", "10:45:00 11:00:00"];
    const segments = times.map((each) => hours(...(each.split(" ") as [string, string])));
    const { safeThreshold } = await kernelSeries({ ...twice, segments });
    // 10 minutes of the first breach, and 10 more; the second ends as a piece begins.
    expect(safeThreshold).toEqual({ limit: 2, breaches: 1, unsafeDuration: 20 * MINUTE_MS });
  });

  it("D15: the limit may be a fraction, multiplied in decimal", async () => {
    const safeThresholdMode = "UTILIZATION_PERC_TARGET";
    const limited = { ...PLAIN, safeThresholdMode, safeThresholdValue: 0.6, now: utc("12:00") } as const;
    const ofTarget = (targetCapacity: number) =>
      kernelBreaches({ ...limited, resets: [reset("09:30", 3)], targetCapacity });
    // 0.6 × 5 is 3, which 3 does not exceed; 0.6 × 4 is 2.4.
    expect(await ofTarget(5)).toEqual([]);
    expect(await ofTarget(4)).toEqual([breach("09:30", null, 3, "09:30")]);
  });
});
