import { describe, expect, it } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { type Interval, intervalGrid, parseInterval } from "../../src/domain/interval.ts";

const at = (text: string) => Date.parse(text);
const MINUTE_MS = 60_000;

function grid(from: string, to: string, interval: string | Interval, zone = "UTC"): string[] {
  const step = typeof interval === "string" ? parseInterval(interval, "interval") : interval;
  return Array.from(intervalGrid(at(from), at(to), step, zone), formatInstant);
}

describe("D10: fixed steps", () => {
  it("D10: intervals start at start_time exactly, and the last is cut at the range's end", () => {
    expect(grid("2024-05-06T10:07:00.123Z", "2024-05-06T12:30Z", "1h")).toEqual([
      "2024-05-06T10:07:00.123Z",
      "2024-05-06T11:07:00.123Z",
      "2024-05-06T12:07:00.123Z",
      "2024-05-06T12:30:00.000Z",
    ]);
  });

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

describe("D10: steps by the calendar", () => {
  it("D10: a boundary in a gap does not make the next ones drift", () => {
    expect(grid("2024-03-09T07:30Z", "2024-03-12T06:30Z", "1d", "America/New_York")).toEqual([
      "2024-03-09T07:30:00.000Z", // 02:30 EST
      "2024-03-10T07:30:00.000Z", // 03:30 EDT
      "2024-03-11T06:30:00.000Z", // 02:30 EDT
      "2024-03-12T06:30:00.000Z",
    ]);
  });

  it("D10: the 31st plus one month is the month's last day, and does not drift", () => {
    expect(grid("2024-01-31T00:00Z", "2024-05-31T00:00Z", "1M")).toEqual([
      "2024-01-31T00:00:00.000Z",
      "2024-02-29T00:00:00.000Z",
      "2024-03-31T00:00:00.000Z",
      "2024-04-30T00:00:00.000Z",
      "2024-05-31T00:00:00.000Z",
    ]);
  });

  it("D2: a date that does not exist has no interval", () => {
    expect(grid("2011-12-28T10:00Z", "2012-01-01T10:00Z", "1d", "Pacific/Apia")).toEqual([
      "2011-12-28T10:00:00.000Z", // the 28th
      "2011-12-29T10:00:00.000Z", // the 29th
      "2011-12-30T10:00:00.000Z", // the 31st
      "2011-12-31T10:00:00.000Z", // 1 January
      "2012-01-01T10:00:00.000Z",
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
