import { describe, expect, it } from "vitest";
import type { Breach } from "../../../src/series/meters.ts";
import type { Scenario } from "../../model/scenario.ts";
import { daily, events, hours, PLAIN, utc } from "../../support/examples.ts";
import { kernelBreaches, kernelSeries } from "../../support/kernel.ts";

const MINUTE_MS = 60_000;

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
