import { describe, expect, it } from "vitest";
import { parseDailyReset } from "../../src/domain/daily-reset.ts";

describe("D8: how a daily reset is written", () => {
  it.each(["04:00", "00:00", "23:59"])("D8: %s is a local HH:MM", (text) => {
    expect(parseDailyReset(text, "daily_reset")).toBe(text);
  });

  it.each(["", "4:00", "04:00:00", "24:00", "04:60", "0400", "04:00 ", "4 am", "-1:00"])(
    "D8: %j is a 400",
    (text) => {
      expect(() => parseDailyReset(text, "daily_reset")).toThrowError(
        expect.objectContaining({
          kind: "invalid",
          issues: [expect.objectContaining({ path: "daily_reset" })],
        }),
      );
    },
  );
});
