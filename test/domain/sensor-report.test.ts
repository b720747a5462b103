import { describe, expect, it } from "vitest";
import { latestTimestamp } from "../../src/domain/sensor-report.ts";

describe("D3: events ahead of the clock", () => {
  it("D3: an event may be 5 minutes after now, and no more", () => {
    const now = Date.parse("2024-05-06T07:08:09.123Z");
    expect(latestTimestamp(now)).toBe(Date.parse("2024-05-06T07:13:09.123Z"));
  });

  it("D1: but not after the year 9999", () => {
    const last = Date.parse("9999-12-31T23:59:59.999Z");
    expect(latestTimestamp(last)).toBe(last);
  });
});
