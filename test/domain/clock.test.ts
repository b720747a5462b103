import { describe, expect, it } from "vitest";
import {
  CLOCK_HOLD_MS,
  CLOCK_STEP_MS_MIN,
  clipToPast,
  presentAtLatest,
  SteadyClock,
} from "../../src/domain/clock.ts";

/** A steady clock over a system clock, and time that passes by itself; both in ms. */
function clocks() {
  const system = { now: 1_000_000 };
  const elapsed = { now: 0 };
  const steady = new SteadyClock({ now: () => system.now }, { now: () => elapsed.now });
  const pass = (ms: number) => {
    system.now += ms;
    elapsed.now += ms;
  };
  steady.follow();
  return { system, steady, pass };
}

describe("the steady clock (D3)", () => {
  it("holds while the system clock is behind, until it has caught up", () => {
    const { system, steady, pass } = clocks();
    system.now -= 500;
    expect([steady.now(), steady.follow()]).toEqual([1_000_000, null]);
    pass(499);
    expect([steady.now(), steady.follow()]).toEqual([1_000_000, null]);
    pass(2);
    expect([steady.now(), steady.follow()]).toEqual([1_000_001, null]);
    expect(steady.lastStep).toBeNull();
  });

  it("follows a clock that went forward and was set back, within a minute", () => {
    const { system, steady, pass } = clocks();
    const day = 86_400_000;
    pass(1_000);
    system.now += day;
    expect(steady.follow()).toEqual({ kind: "forward", ms: day, instant: 1_001_000 + day });
    pass(1_000);
    system.now -= day;
    expect(steady.now()).toBe(1_001_000 + day);
    expect(steady.follow()).toMatchObject({ kind: "held", ms: day - 1_000 });
    pass(CLOCK_HOLD_MS - 1);
    expect([steady.follow(), steady.now()]).toEqual([null, 1_001_000 + day]);
    pass(1);
    const now = 1_002_000 + CLOCK_HOLD_MS;
    expect(steady.follow()).toEqual({ kind: "back", ms: day - 1_000 - CLOCK_HOLD_MS, instant: now });
    expect(steady.now()).toBe(now);
    expect(steady.lastStep).toMatchObject({ kind: "back" });
    expect(CLOCK_HOLD_MS).toBeLessThan(60_000);
  });

  it("begins to wait again after the system clock has caught up", () => {
    const { system, steady, pass } = clocks();
    system.now -= 10_000;
    steady.follow();
    pass(10_000);
    expect(steady.follow()).toBeNull();
    system.now -= 60_000;
    steady.follow();
    pass(CLOCK_HOLD_MS - 1);
    expect(steady.follow()).toBeNull();
    pass(1);
    expect(steady.follow()).toMatchObject({ kind: "back" });
  });

  it("reports steps from a minimum size on, and none if it is read seldom", () => {
    const { system, steady, pass } = clocks();
    pass(3_600_000);
    expect(steady.follow()).toBeNull();
    system.now += CLOCK_STEP_MS_MIN - 1;
    expect(steady.follow()).toBeNull();
    system.now += CLOCK_STEP_MS_MIN;
    expect(steady.follow()).toMatchObject({ kind: "forward", ms: CLOCK_STEP_MS_MIN });
    system.now -= CLOCK_STEP_MS_MIN - 1;
    expect(steady.follow()).toBeNull();
  });
});

const invalidAt = (path: string) =>
  expect.objectContaining({ kind: "invalid", issues: [expect.objectContaining({ path })] });

describe("D3: ranges and the current time", () => {
  it("D3: a range's end is clipped to now", () => {
    expect(clipToPast(10, 20, 15)).toEqual({ start: 10, end: 15 });
    expect(clipToPast(10, 20, 20)).toEqual({ start: 10, end: 20 });
    expect(clipToPast(10, 20, 99)).toEqual({ start: 10, end: 20 });
  });

  it("D3: start_time after end_time is a 400, also if both lie in the future", () => {
    expect(() => clipToPast(21, 20, 99)).toThrowError(invalidAt("start_time"));
    expect(() => clipToPast(21, 20, 0)).toThrowError(invalidAt("start_time"));
  });

  it("D3: equal, or both after now, is empty", () => {
    expect(clipToPast(10, 10, 99)).toEqual({ start: 10, end: 10 });
    expect(clipToPast(10, 20, 10)).toEqual({ start: 10, end: 10 });
    expect(clipToPast(10, 20, 5)).toEqual({ start: 10, end: 10 });
  });

  it("D3: a count or a reset up to 5 minutes after now is taken as now, a later one is a 400", () => {
    const soon = 15 + 5 * 60_000;
    expect(presentAtLatest(14, 15, "time")).toBe(14);
    expect(presentAtLatest(16, 15, "time")).toBe(15);
    expect(presentAtLatest(soon, 15, "time")).toBe(15);
    expect(() => presentAtLatest(soon + 1, 15, "time")).toThrowError(invalidAt("time"));
  });
});
