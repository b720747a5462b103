import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toInstant } from "../../src/domain/local-time.ts";
import { CHANGES } from "../property/clock-changes.ts";
import { events, PLAIN, utc } from "../support/examples.ts";
import { decimal, divide, exceeds, times, toNumber } from "./exact.ts";
import { seriesOf } from "./series.ts";
import { dateExists, instantOf, offsetAt } from "./zone.ts";

describe("the model", () => {
  it("shares no code with the kernel", () => {
    const folder = new URL(".", import.meta.url);
    const sources = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
    const imports = sources.flatMap((name) => [
      ...readFileSync(new URL(name, folder), "utf8").matchAll(/from "([^"]+)"/g),
    ]);
    expect(imports.length).toBeGreaterThan(0);
    for (const [, target] of imports) expect(target).toMatch(/^(?:\.\/[a-z]+\.ts|temporal-polyfill)$/);
  });

  it.each([
    ["America/New_York", "2024-03-10T01:59:59.999", "2024-03-10T06:59:59.999"],
    // A gap of an hour, then the second that ends it.
    ["America/New_York", "2024-03-10T02:30", "2024-03-10T07:30"],
    ["America/New_York", "2024-03-10T03:00", "2024-03-10T07:00"],
    ["America/New_York", "2024-11-03T01:00", "2024-11-03T05:00"],
    // Two hours, from 00:01, and a midnight that comes twice, by a change at 00:01.
    ["America/St_Johns", "1988-04-03T00:30", "1988-04-03T04:00"],
    ["America/St_Johns", "2010-11-07T00:00", "2010-11-07T02:30"],
    // Half an hour, forward and back, and a quarter.
    ["Australia/Lord_Howe", "2024-10-06T02:15", "2024-10-05T15:45"],
    ["Australia/Lord_Howe", "2024-04-07T01:45", "2024-04-06T14:45"],
    ["Asia/Kathmandu", "1986-01-01T00:10", "1985-12-31T18:40"],
    // From midnight at -00:44:30 to 00:44:30.
    ["Africa/Monrovia", "1972-01-07T00:20", "1972-01-07T01:04:30"],
    // A day that is skipped.
    ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00"],
    ["America/New_York", "9999-07-01T00:00", "9999-07-01T04:00"],
  ])("D2: in %s, %s is %s in UTC, by hand", (zone, local, instant) => {
    for (const read of [instantOf, (timeZone: string, time: number) => toInstant(time, timeZone)])
      expect(read(zone, Date.parse(`${local}Z`))).toBe(utc(instant));
  });

  it("computes offsets and dates of hand-worked examples", () => {
    expect(offsetAt("Africa/Monrovia", utc("1971-06-01T00:00"))).toBe(-(44 * 60 + 30) * 1000);
    expect(dateExists("Pacific/Apia", utc("2011-12-30T00:00") / 86_400_000)).toBe(false);
  });

  it.each(CHANGES)("finds that the offset of $zone changes at $instant", ({ zone, instant }) => {
    expect(offsetAt(zone, instant - 1)).not.toBe(offsetAt(zone, instant));
  });

  it("counts a hand-worked example", () => {
    const { samples, metrics } = seriesOf({ ...PLAIN, events: events("+09:10 +09:10 +09:30 -10:00 +10:15") });
    expect(samples.map(({ count, min, max }) => [count, min, max])).toEqual([
      [0, 0, 3],
      [2, 2, 3],
      [3, 3, 3],
    ]);
    // 20 minutes of 2, 30 of 3, 15 of 2 and 105 of 3.
    expect(metrics.count.average).toBe((40 + 90 + 30 + 315) / 180);
  });
});

describe("the model's exact numbers", () => {
  it("read and multiply decimals", () => {
    expect(toNumber(times(decimal(0.07), 100))).toBe(7);
    expect(toNumber(times(decimal(1e-7), 10_000_000))).toBe(1);
    expect(toNumber(times(decimal(1.5e21), 2))).toBe(3e21);
    expect(exceeds(6, times(decimal(0.6), 10))).toBe(false);
    expect(exceeds(7, times(decimal(0.6), 10))).toBe(true);
  });

  it("divide to the nearest double", () => {
    expect(divide(10n, 3n)).toBe(10 / 3);
    expect(divide(-10n, 3n)).toBe(-10 / 3);
    expect(divide(0n, 3n)).toBe(0);
    expect(divide(2n ** 53n + 1n, 1n)).toBe(2 ** 53);
    expect(divide(2n ** 54n + 3n, 2n)).toBe(2 ** 53 + 2);
  });
});
