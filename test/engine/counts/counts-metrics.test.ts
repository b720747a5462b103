import { describe, expect, it } from "vitest";
import type { Scenario } from "../../model/scenario.ts";
import { events, hours, PLAIN, utc } from "../../support/examples.ts";
import { kernelSeries } from "../../support/kernel.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

async function metricsOf(overrides: Partial<Scenario>) {
  return (await kernelSeries({ ...PLAIN, ...overrides })).metrics;
}

/**
 * From 09:00 to 13:00, of a target of 5: nobody for 30 minutes, 1 person for 30, 3 for 90, 2 for 30 and 3
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

  it("D13: the earliest interval is the peak on a tie", async () => {
    const { entrances } = await metricsOf({ events: events("+09:01 +09:02 +10:01 +11:01 +11:02") });
    expect(entrances.peak).toEqual({ value: 2, instant: utc("09:00") });
  });

  it("D13: where all intervals have 0 the peak is 0 at the first one's start", async () => {
    const { entrances, exits } = await metricsOf({});
    expect(entrances).toEqual({ total: 0, average: 0, peak: { value: 0, instant: utc("09:00") } });
    expect(exits).toEqual({ total: 0, average: 0, peak: { value: 0, instant: utc("09:00") } });
  });

  it("D13, D14: only measured intervals enter averages and peaks", async () => {
    const { entrances } = await metricsOf({
      events: events("+09:30 +10:15 +10:45 +11:15"),
      segments: [hours("10:00:00", "10:30:00"), hours("11:00:00", "11:30:00")],
    });
    expect(entrances).toEqual({ total: 2, average: 1, peak: { value: 1, instant: utc("10:00") } });
    const none = await metricsOf({ segments: [hours("11:00:00", "11:30:00")] });
    expect(none.entrances.peak).toEqual({ value: 0, instant: utc("11:00") });
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

  it("D13: what the range begins with is reached at its start", async () => {
    const { count } = await metricsOf({ events: events("+08:00 +08:30 +08:40 -09:30 +10:30 -11:30") });
    expect(count.max).toEqual({ value: 3, instant: utc("09:00") });
    expect(count.min).toEqual({ value: 2, instant: utc("09:30") });
  });

  it("D13: a value that did not last is reached, but weighs nothing", async () => {
    const { count } = await metricsOf({ events: events("+09:30 +09:30 -09:30 -09:30") });
    expect(count.max).toEqual({ value: 2, instant: utc("09:30") });
    expect(count.average).toBe(0);
  });

  it("D13: the count before the start's events is the start's, too", async () => {
    const { count } = await metricsOf({ events: events("+08:00 +09:00 -09:00 -09:00") });
    expect(count.max).toEqual({ value: 2, instant: utc("09:00") });
    expect(count.min).toEqual({ value: 0, instant: utc("09:00") });
    expect(count.average).toBe(0);
  });

  it("D13: the maximum is the largest sample's, resets included", async () => {
    const { count } = await metricsOf({
      events: events("+08:00"),
      resets: [
        { instant: utc("09:30"), count: 8 },
        { instant: utc("10:00"), count: 2 },
        { instant: utc("12:00"), count: 99 },
      ],
    });
    expect(count.max).toEqual({ value: 8, instant: utc("09:30") });
    // 30 minutes of 1, 30 of 8 and 120 of 2.
    expect(count.average).toBe((30 + 240 + 240) / 180);
  });

  it("D13: numbers are not rounded", async () => {
    // One person for the last of 180 minutes, to the millisecond.
    const { count } = await metricsOf({ events: events("+11:59:59.999") });
    expect(count.average).toBe(1 / (180 * MINUTE_MS));
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

  it("D13, D14: only measured time enters", async () => {
    const { count } = await metricsOf({ ...FOUR_HOURS, segments: [hours("09:45:00", "10:15:00")] });
    // 15 minutes of 1 and 15 of 3.
    expect(count).toEqual({
      average: 2,
      min: { value: 1, instant: utc("09:45") },
      max: { value: 3, instant: utc("10:00") },
    });
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

  it("D13: it is null where the target is null or 0", async () => {
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

  it("D13, D14: nor is there anything where segments measure nothing", async () => {
    expect(await metricsOf({ ...FOUR_HOURS, segments: [] })).toEqual(NOTHING);
    expect(await metricsOf({ ...FOUR_HOURS, segments: [hours("20:00:00", "21:00:00")] })).toEqual(NOTHING);
  });
});
