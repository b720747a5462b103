import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../src/domain/instant.ts";
import type { Breach } from "../../../src/series/meters.ts";
import type { Scenario } from "../../model/scenario.ts";
import { daily, events, hours, PLAIN, utc } from "../../support/examples.ts";
import { kernelBreaches, kernelSeries } from "../../support/kernel.ts";

async function metricsOf(overrides: Partial<Scenario>) {
  return (await kernelSeries({ ...PLAIN, ...overrides })).metrics;
}

/**
 * From 09:00 to 13:00, of a target of 5: 0 people for 30 minutes, 1 person for 30, 3 for 90, 2 for 30 and 3
 * for 60. That is 30 + 270 + 60 + 180 = 540 people's minutes in 240.
 */
const FOUR_HOURS: Partial<Scenario> = {
  events: events("+09:30 +10:00 +10:00 -11:30 +12:00"),
  end: utc("13:00"),
  targetCapacity: 5,
};

describe("D13: entrances and exits", () => {
  it("D13: total, average per interval, and the interval with most", async () => {
    const { entrances, exits } = await metricsOf(FOUR_HOURS);
    expect(entrances).toEqual({ total: 4, average: 1, peak: { value: 2, instant: utc("10:00") } });
    expect(exits).toEqual({ total: 1, average: 0.25, peak: { value: 1, instant: utc("11:00") } });
  });
});

describe("D13: count", () => {
  it("D13: average is weighted by time; min and max carry when they were first reached", async () => {
    const { count } = await metricsOf(FOUR_HOURS);
    expect(count).toEqual({
      average: 2.25,
      min: { value: 0, instant: utc("09:00") },
      max: { value: 3, instant: utc("10:00") },
    });
  });

  it("D13: the average is one division of exact sums, however large", async () => {
    // 9,999,999 people for 200 days are 1.7 × 10^17 of their milliseconds, and then 1 for as long.
    const start = utc("2023-01-01T00:00");
    const crowd: Partial<Scenario> = {
      resets: [
        { instant: start, count: 9_999_999 },
        { instant: start + 200 * DAY_MS, count: 1 },
      ],
      start,
      interval: { unit: "day", amount: 7 },
    };
    expect((await metricsOf({ ...crowd, end: start + 200 * DAY_MS })).count.average).toBe(9_999_999);
    expect((await metricsOf({ ...crowd, end: start + 400 * DAY_MS })).count.average).toBe(5_000_000);
  });
});

describe("D13: target utilization", () => {
  it("D13: average, min and max are the count's, divided by the target", async () => {
    const { targetUtilization } = await metricsOf(FOUR_HOURS);
    expect(targetUtilization).toMatchObject({ average: 0.45, min: 0, max: 0.6 });
  });

  it("D13: durations are the measured time per band of the target", async () => {
    const { targetUtilization } = await metricsOf(FOUR_HOURS);
    // 0 and 1 of 5 lie below 0.4, and 2 and 3 in [0.4, 0.8).
    expect(targetUtilization?.durations).toEqual([60 * MINUTE_MS, 180 * MINUTE_MS, 0, 0]);
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
    const { targetUtilization } = await metricsOf({ resets, end, targetCapacity });
    const edges = [0, ...floors, targetCapacity + 2];
    const minutes = edges.slice(1).map((edge, i) => edge - (edges[i] as number));
    expect(targetUtilization?.durations).toEqual(minutes.map((n) => n * MINUTE_MS));
  });

  it("D13: it is null if the target is null or 0", async () => {
    expect((await metricsOf({ ...FOUR_HOURS, targetCapacity: null })).targetUtilization).toBeNull();
    expect((await metricsOf({ ...FOUR_HOURS, targetCapacity: 0 })).targetUtilization).toBeNull();
  });
});

describe("D13: with no interval", () => {
  const NOTHING = {
    entrances: { total: 0, average: null, peak: null },
    exits: { total: 0, average: null, peak: null },
    count: { average: null, min: null, max: null },
    targetUtilization: { average: null, min: null, max: null, durations: [0, 0, 0, 0] },
  };

  it("D13: of an empty range totals are 0, and everything else is null", async () => {
    expect(await metricsOf({ ...FOUR_HOURS, end: PLAIN.start })).toEqual(NOTHING);
  });
});

/** Unsafe while more than 2 people are in. */
const LIMITED: Scenario = { ...PLAIN, safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 2 };

function breachesOf(overrides: Partial<Scenario>): Promise<readonly Breach[]> {
  return kernelBreaches({ ...LIMITED, ...overrides });
}

async function safetyOf(overrides: Partial<Scenario>) {
  return (await kernelSeries({ ...LIMITED, ...overrides })).safeThreshold;
}

function breach(start: string, end: string | null, value: number, reached: string): Breach {
  return { start: utc(start), end: end === null ? null : utc(end), peak: { value, instant: utc(reached) } };
}

/** 3 from 09:30, 4 from 09:40, 2 from 10:10; 3 again from 10:30 to 10:45. */
const TWICE = { events: events("+08:00 +08:10 +09:30 +09:40 -10:00 -10:10 +10:30 -10:45") };

describe("D15: breaches", () => {
  it("D15: a space is unsafe while N exceeds the limit, not when it equals it", async () => {
    expect(await breachesOf(TWICE)).toEqual([
      breach("09:30", "10:10", 4, "09:40"),
      breach("10:30", "10:45", 3, "10:30"),
    ]);
  });

  it("D15: those that touch the range are whole, though they begin before it and end after it", async () => {
    const range = { start: utc("09:50"), end: utc("10:00") };
    expect(await breachesOf({ ...TWICE, ...range })).toEqual([breach("09:30", "10:10", 4, "09:40")]);
    const across = { start: utc("10:00"), end: utc("10:30:00.001") };
    expect(await breachesOf({ ...TWICE, ...across })).toHaveLength(2);
  });

  it("D15: end is null while it lasts", async () => {
    const history = { events: events("+08:00 +08:10 +09:30 -13:00") };
    expect(await breachesOf({ ...history, now: utc("12:59:59.999") })).toEqual([
      breach("09:30", null, 3, "09:30"),
    ]);
    expect(await breachesOf({ ...history, now: utc("13:00") })).toEqual([
      breach("09:30", "13:00", 3, "09:30"),
    ]);
  });

  it("D15: a breach is maximal: a value that did not last does not end it, nor is it its peak", async () => {
    const history = { events: events("+08:00 +08:10 +09:30 -09:40 +09:40 +09:50 -09:50 -10:00") };
    expect(await breachesOf(history)).toEqual([breach("09:30", "10:00", 3, "09:30")]);
  });

  it("D15: resets begin, continue and end breaches", async () => {
    const resets = [
      { instant: utc("09:30"), count: 5 },
      { instant: utc("10:00"), count: 3 },
      { instant: utc("10:30"), count: 9 },
    ];
    expect(await breachesOf({ resets, schedules: daily("11:00") })).toEqual([
      breach("09:30", "11:00", 9, "10:30"),
    ]);
    const ended = [...resets, { instant: utc("10:45"), count: 2 }];
    expect(await breachesOf({ resets: ended })).toEqual([breach("09:30", "10:45", 9, "10:30")]);
  });

  it("D15: the limit may be a fraction, multiplied in decimal", async () => {
    const limited = { safeThresholdMode: "UTILIZATION_PERC_TARGET", safeThresholdValue: 0.6 } as const;
    const history = { resets: [{ instant: utc("09:30"), count: 3 }], now: utc("12:00") };
    // 0.6 × 5 is 3, which 3 does not exceed; 0.6 × 4 is 2.4.
    expect(await breachesOf({ ...history, ...limited, targetCapacity: 5 })).toEqual([]);
    expect(await breachesOf({ ...history, ...limited, targetCapacity: 4 })).toEqual([
      breach("09:30", null, 3, "09:30"),
    ]);
  });
});

describe("D15: metrics.safe_threshold", () => {
  it("D15: limit, breaches that touch measured time, and unsafe measured time", async () => {
    expect(await safetyOf(TWICE)).toEqual({ limit: 2, breaches: 2, unsafeDuration: 55 * MINUTE_MS });
  });

  it("D14, D15: only measured time counts, and a breach over several pieces counts once", async () => {
    const segments = [
      hours("09:00:00", "09:40:00"),
      hours("10:00:00", "10:20:00"),
      hours("10:45:00", "11:00:00"),
    ];
    // 10 minutes of the first breach, and 10 more; the second ends as a piece begins.
    expect(await safetyOf({ ...TWICE, segments })).toEqual({
      limit: 2,
      breaches: 1,
      unsafeDuration: 20 * MINUTE_MS,
    });
  });

  it("D15: it is null without a mode or its numbers", async () => {
    expect(await safetyOf({ ...TWICE, safeThresholdMode: null })).toBeNull();
    expect(await safetyOf({ ...TWICE, safeCapacity: null })).toBeNull();
  });
});
