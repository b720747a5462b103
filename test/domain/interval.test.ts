import { describe, expect, it } from "vitest";
import { type Interval, intervalGrid, parseInterval } from "../../src/domain/interval.ts";
import { INTERVAL_DAYS_MAX, INTERVAL_MONTHS_MAX } from "../../src/domain/limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Supported intervals of each fixed length in ms. */
const FIXED = Object.entries({
  [MINUTE_MS]: "1m 60s",
  [5 * MINUTE_MS]: "5m 300s",
  [10 * MINUTE_MS]: "10m 600s",
  [15 * MINUTE_MS]: "15m 900s",
  [HOUR_MS]: "1h 60m 3600s",
  [24 * HOUR_MS]: "24h 1440m 86400s",
  [168 * HOUR_MS]: "168h 10080m 604800s",
}).flatMap(([ms, texts]) => texts.split(" ").map((text) => [text, Number(ms)] as const));

const UNSUPPORTED = "1s 59s 61s 2m 30m 90m 2h 12h 23h 2d 6d 8d 14d 28d 30d 31d 2w 4w 2M 2mo 12M 720h".split(
  " ",
);
const MALFORMED = [
  ..."h 60 1 0s 0m 0h 0d 0w 0M -1h +1h 1.0h 1.5h 1S 1H 1D 1W 1MO 1Mo 1mO 1min 1hr 1hour 1day 1week".split(
    " ",
  ),
  ..."1month 1y PT1H P1D P1M 1h30m 1e0h 0x1h \u0661h hourly 9999999999999h 1hh h1".split(" "),
  ...["", "1 h", " 1h", "1h ", "1h\n", "one hour"],
];

const rejected = expect.objectContaining({
  kind: "invalid",
  issues: [expect.objectContaining({ path: "interval" })],
});

describe("D11: supported intervals", () => {
  it.each(FIXED)("D11: %s steps by a fixed length", (text, amount) => {
    expect(parseInterval(text, "interval")).toEqual({ unit: "millisecond", amount });
  });

  it("D11: 1d and 1w, also as 7d, step by the calendar", () => {
    expect(parseInterval("1d", "interval")).toEqual({ unit: "day", amount: 1 });
    expect(parseInterval("1w", "interval")).toEqual({ unit: "day", amount: 7 });
    expect(parseInterval("7d", "interval")).toEqual({ unit: "day", amount: 7 });
  });

  it("D11: a month is 1M, also 1mo, and case matters", () => {
    expect(parseInterval("1M", "interval")).toEqual({ unit: "month", amount: 1 });
    expect(parseInterval("1mo", "interval")).toEqual({ unit: "month", amount: 1 });
    expect(parseInterval("1m", "interval")).toEqual({ unit: "millisecond", amount: MINUTE_MS });
  });

  it.each(UNSUPPORTED)("D11: %s is a 400", (text) => {
    expect(() => parseInterval(text, "interval")).toThrowError(rejected);
  });

  it.each(MALFORMED)("D11: %j is a 400", (text) => {
    expect(() => parseInterval(text, "interval")).toThrowError(rejected);
    expect(() => parseInterval(text, "interval", "any")).toThrowError(rejected);
  });

  it("D11: the 400 lists the supported ones", () => {
    const supported = ["1m", "5m", "10m", "15m", "1h", "1d", "1w", "1M"];
    const all = expect.stringMatching(new RegExp(supported.map((text) => `\\b${text}\\b`).join(".*")));
    const listed = expect.objectContaining({ message: all });
    expect(() => parseInterval("2h", "interval")).toThrowError(listed);
    expect(() => parseInterval("hourly", "--interval", "any")).toThrowError(listed);
  });
});

/** Per unit, the maximum of `intervals: any`. Ten years are 3,653 days at most. */
const LIMITS: readonly [unit: string, most: number][] = [
  ["s", INTERVAL_DAYS_MAX * 86_400],
  ["m", INTERVAL_DAYS_MAX * 1440],
  ["h", INTERVAL_DAYS_MAX * 24],
  ["d", INTERVAL_DAYS_MAX],
  ["w", Math.floor(INTERVAL_DAYS_MAX / 7)],
  ["M", INTERVAL_MONTHS_MAX],
  ["mo", INTERVAL_MONTHS_MAX],
];

describe("D11: intervals: any", () => {
  it.each(LIMITS)("D11: from 1%s to 10 years", (unit, most) => {
    expect(parseInterval(`1${unit}`, "interval", "any").amount).toBeGreaterThan(0);
    expect(parseInterval(`${most}${unit}`, "interval", "any").amount).toBeGreaterThan(0);
    expect(() => parseInterval(`${most + 1}${unit}`, "interval", "any")).toThrowError(rejected);
    expect(() => parseInterval(`0${unit}`, "interval", "any")).toThrowError(rejected);
  });

  it("D11: every unit steps as it does otherwise", () => {
    expect(parseInterval("1s", "interval", "any")).toEqual({ unit: "millisecond", amount: 1000 });
    expect(parseInterval("90m", "interval", "any")).toEqual({ unit: "millisecond", amount: 90 * MINUTE_MS });
    expect(parseInterval("2h", "interval", "any")).toEqual({ unit: "millisecond", amount: 2 * HOUR_MS });
    expect(parseInterval("3d", "interval", "any")).toEqual({ unit: "day", amount: 3 });
    expect(parseInterval("2w", "interval", "any")).toEqual({ unit: "day", amount: 14 });
    expect(parseInterval("3M", "interval", "any")).toEqual({ unit: "month", amount: 3 });
  });
});

describe("D11: how many intervals", () => {
  const million = 1_000_000;
  const cut = (length: number, step: Interval) => intervalGrid(0, length, step, "UTC").length - 1;

  it("D11: 1,000,000 are allowed, one more is a 400", () => {
    const minute: Interval = { unit: "millisecond", amount: MINUTE_MS };
    expect(cut(million * MINUTE_MS, minute)).toBe(million);
    expect(() => cut(million * MINUTE_MS + 1, minute)).toThrowError(rejected);
  });

  it("D11: days by the calendar have the same limit", () => {
    const day: Interval = { unit: "day", amount: 1 };
    expect(cut(million * 1440 * MINUTE_MS, day)).toBe(million);
    expect(() => cut(million * 1440 * MINUTE_MS + 1, day)).toThrowError(rejected);
  });
});
