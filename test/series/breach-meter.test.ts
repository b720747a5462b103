import { describe, expect, it } from "vitest";
import { measureBreaches } from "../../src/series/breach-meter.ts";

const peak = { value: 9, instant: 0 };
const spans = (...edges: readonly [start: number, end: number | null][]) =>
  edges.map(([start, end]) => ({ start, end, peak }));

describe("D15: breaches and measured time", () => {
  const windows = Float64Array.of(10, 20, 30, 40, 50, 60);

  it("D15: a breach touches time that it shares, not time that it borders on", () => {
    const bordering = spans([0, 10], [20, 30], [40, 45], [60, null]);
    expect(measureBreaches(bordering, windows)).toEqual({ touching: 0, duration: 0 });
    expect(measureBreaches(spans([0, 11]), windows)).toEqual({ touching: 1, duration: 1 });
  });

  it("D15: one that spans several windows touches once", () => {
    expect(measureBreaches(spans([15, 35]), windows)).toEqual({ touching: 1, duration: 10 });
    expect(measureBreaches(spans([0, null]), windows)).toEqual({ touching: 1, duration: 30 });
  });

  it("D15: several in one window each touch", () => {
    expect(measureBreaches(spans([11, 12], [13, 15], [18, 31], [39, 55]), windows)).toEqual({
      touching: 4,
      duration: 1 + 2 + 3 + 6,
    });
  });

  it("D15: there is nothing to touch without windows, and nothing that touches without breaches", () => {
    expect(measureBreaches(spans([0, null]), new Float64Array(0))).toEqual({ touching: 0, duration: 0 });
    expect(measureBreaches([], windows)).toEqual({ touching: 0, duration: 0 });
  });
});
