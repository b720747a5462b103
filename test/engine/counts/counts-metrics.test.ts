import { describe, expect, it } from "vitest";
import type { Scenario } from "../../model/scenario.ts";
import { events, PLAIN, utc } from "../../support/examples.ts";
import { kernelSeries } from "../../support/kernel.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

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
