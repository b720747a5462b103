import { describe, expect, it } from "vitest";
import { parseSegmentEnd, parseSegmentTime } from "../../src/domain/time-segment.ts";

describe("D14: how times of segments are written", () => {
  it("D14: HH:MM is accepted and means HH:MM:00", () => {
    expect(parseSegmentTime("09:00", "start")).toBe("09:00:00");
    expect(parseSegmentEnd("23:59:59", "end")).toBe("23:59:59");
    expect(["24:00", "24:00:00"].map((end) => parseSegmentEnd(end, "end"))).toEqual(["00:00:00", "00:00:00"]);
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
