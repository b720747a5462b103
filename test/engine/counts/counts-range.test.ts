import { describe, expect, it } from "vitest";
import { clipToPast, requirePast } from "../../../src/engine/counts/count-queries.ts";

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

  it("D3: a count or a reset after now is a 400", () => {
    expect(requirePast(15, 15, "time")).toBe(15);
    expect(() => requirePast(16, 15, "time")).toThrowError(invalidAt("time"));
  });
});
