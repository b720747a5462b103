import { describe, expect, it } from "vitest";
import { parseInstant } from "../../src/domain/instant.ts";
import { logStartOf, parseKeep } from "../../src/domain/retention.ts";

describe("the retention period", () => {
  it.each([
    ["2y", "2024-05-10T12:34:56.789Z", "2022-05-10"],
    ["1y", "2024-02-29T00:00:00Z", "2023-02-28"],
    ["1M", "2024-03-31T23:59:59.999Z", "2024-02-29"],
    ["18M", "2024-05-10T12:00:00Z", "2022-11-10"],
    ["26w", "2024-05-10T12:00:00Z", "2023-11-10"],
    ["90d", "2024-05-10T00:00:00Z", "2024-02-10"],
    ["1d", "2024-05-10T00:00:00Z", "2024-05-09"],
    ["54y", "2024-05-10T00:00:00Z", "1970-05-10"],
    ["55y", "2024-05-10T00:00:00Z", "1970-01-01"],
  ])("%s at %s reaches back to the start of %s, UTC", (text, now, day) => {
    expect(logStartOf(parseInstant(now, "now"), parseKeep(text, "keep"))).toBe(parseInstant(day, "day"));
  });

  it.each(["9999y", "9999d"])("may be %s", (text) => {
    expect(parseKeep(text, "keep").amount).toBe(9_999);
  });

  it.each(["", "2", "y", "0y", "-1y", "1.5y", "2Y", "2m", "2mo", "10000d", " 2y"])("is not %j", (text) => {
    expect(() => parseKeep(text, "--keep")).toThrow(/^--keep: .* is not a retention period/);
  });
});
