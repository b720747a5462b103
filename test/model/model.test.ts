import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { events, PLAIN } from "../support/examples.ts";
import { decimal, divide, exceeds, times, toNumber } from "./exact.ts";
import { seriesOf } from "./series.ts";

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
