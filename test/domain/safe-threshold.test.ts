import { describe, expect, it } from "vitest";
import { type SafeThreshold, safeLimit } from "../../src/domain/resources.ts";

const NONE: SafeThreshold = {
  safeThresholdMode: null,
  safeThresholdValue: null,
  safeCapacity: null,
  targetCapacity: null,
  capacity: null,
};
const target = (safeThresholdValue: number | null, targetCapacity: number | null) =>
  safeLimit({ ...NONE, safeThresholdMode: "UTILIZATION_PERC_TARGET", safeThresholdValue, targetCapacity });

describe("D15: the limit", () => {
  it.each([
    [0.6, 10, 6],
    [0.07, 100, 7],
    [0.1, 3, 0.3],
    [1.1, 10, 11],
    [0.29, 100, 29],
    [2.5, 3, 7.5],
    [1, 2_147_483_647, 2_147_483_647],
    [1e-7, 10_000_000, 1],
    [1.5e21, 2, 3e21],
    [0.6, 0, 0],
  ])("D15: %d times %d in decimal is %d", (value, capacity, limit) => {
    expect(target(value, capacity)).toBe(limit);
  });

  it("D15: it is safe_capacity, or the value times the target or the legal capacity", () => {
    const all: SafeThreshold = {
      safeThresholdMode: "SAFE_CAPACITY",
      safeThresholdValue: 0.5,
      safeCapacity: 3,
      targetCapacity: 10,
      capacity: 100,
    };
    expect(safeLimit(all)).toBe(3);
    expect(safeLimit({ ...all, safeThresholdMode: "UTILIZATION_PERC_TARGET" })).toBe(5);
    expect(safeLimit({ ...all, safeThresholdMode: "UTILIZATION_PERC_LEGAL" })).toBe(50);
    expect(safeLimit({ ...all, safeThresholdMode: null })).toBeNull();
  });

  it("D15: it is null without the mode's numbers", () => {
    const others = { ...NONE, safeThresholdValue: 0.5, targetCapacity: 10, capacity: 100 };
    expect(safeLimit({ ...others, safeThresholdMode: "SAFE_CAPACITY" })).toBeNull();
    expect(target(null, 10)).toBeNull();
    expect(target(0.6, null)).toBeNull();
    const legal: SafeThreshold = { ...NONE, safeThresholdMode: "UTILIZATION_PERC_LEGAL", targetCapacity: 10 };
    expect(safeLimit({ ...legal, safeThresholdValue: 0.6 })).toBeNull();
    expect(safeLimit({ ...legal, capacity: 10 })).toBeNull();
  });

  it("D15: a capacity of 0 is a number", () => {
    expect(safeLimit({ ...NONE, safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 0 })).toBe(0);
  });
});
