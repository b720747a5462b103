import { describe, expect, it } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { type Interval, intervalGrid, parseInterval } from "../../src/domain/interval.ts";

const at = (text: string) => Date.parse(text);
const MINUTE_MS = 60_000;

function grid(from: string, to: string, interval: string | Interval, zone = "UTC"): string[] {
  const step = typeof interval === "string" ? parseInterval(interval, "interval") : interval;
  return Array.from(intervalGrid(at(from), at(to), step, zone), formatInstant);
}

describe("D10, D11: steps", () => {
  it("D11: 24h steps by fixed length where 1d steps by the calendar", () => {
    const range = ["2024-03-10T05:00Z", "2024-03-12T05:00Z"] as const;
    expect(grid(...range, "24h", "America/New_York")).toEqual([
      "2024-03-10T05:00:00.000Z",
      "2024-03-11T05:00:00.000Z",
      "2024-03-12T05:00:00.000Z",
    ]);
    expect(grid(...range, "1d", "America/New_York")).toEqual([
      "2024-03-10T05:00:00.000Z",
      "2024-03-11T04:00:00.000Z",
      "2024-03-12T04:00:00.000Z",
      "2024-03-12T05:00:00.000Z",
    ]);
  });
});

describe("D11: how many intervals", () => {
  const million = 1_000_000;
  const cut = (length: number, step: Interval) => intervalGrid(0, length, step, "UTC").length - 1;
  const tooMany = expect.objectContaining({
    kind: "invalid",
    issues: [expect.objectContaining({ path: "interval" })],
  });

  it("D11: 1,000,000 are allowed, one more is a 400", () => {
    const minute: Interval = { unit: "millisecond", amount: MINUTE_MS };
    expect(cut(million * MINUTE_MS, minute)).toBe(million);
    expect(() => cut(million * MINUTE_MS + 1, minute)).toThrowError(tooMany);
  });

  it("D11: days by the calendar have the same limit", () => {
    const day: Interval = { unit: "day", amount: 1 };
    expect(cut(million * 1440 * MINUTE_MS, day)).toBe(million);
    expect(() => cut(million * 1440 * MINUTE_MS + 1, day)).toThrowError(tooMany);
  });
});
