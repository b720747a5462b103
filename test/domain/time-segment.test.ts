import { describe, expect, it } from "vitest";
import { formatDuration, parseSegmentTime } from "../../src/domain/local-time.ts";

describe("D14: how times of segments are written", () => {
  it("D14: HH:MM is accepted and means HH:MM:00", () => {
    expect(parseSegmentTime("09:00", "start")).toBe("09:00:00");
    expect(parseSegmentTime("23:59:59", "end")).toBe("23:59:59");
  });

  it.each(["", "9:00", "09:00:0", "24:00", "24:00:00", "09:60", "09:00:60", "09:00:00.5", "0900", "09:00Z"])(
    "D14: %j is a 400",
    (text) => {
      expect(() => parseSegmentTime(text, "end")).toThrowError(
        expect.objectContaining({ kind: "invalid", issues: [expect.objectContaining({ path: "end" })] }),
      );
    },
  );
});

describe("D13: durations", () => {
  it.each([
    [0, "0:00:00"],
    [999, "0:00:00"],
    [1000, "0:00:01"],
    [59_999, "0:00:59"],
    [60_000, "0:01:00"],
    [3_599_999, "0:59:59"],
    [3_600_000, "1:00:00"],
    [36_061_000, "10:01:01"],
    [100 * 3_600_000, "100:00:00"],
    [8760 * 3_600_000 + 1, "8760:00:00"],
  ])("D13: %d ms are %s: hours unbounded, seconds floored", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
