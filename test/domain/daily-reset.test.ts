import { describe, expect, it } from "vitest";
import {
  dailyResetInstants,
  lastDailyReset,
  parseDailyReset,
  type ResetSchedule,
} from "../../src/domain/daily-reset.ts";
import { formatInstant } from "../../src/domain/instant.ts";

const at = (text: string) => Date.parse(text);

/** One setting without beginning or end. */
function always(dailyReset: string | null, timeZone: string): ResetSchedule[] {
  return [{ from: -Infinity, to: Infinity, timeZone, dailyReset }];
}

function resets(schedules: readonly ResetSchedule[], from: string, to: string): string[] {
  return dailyResetInstants(schedules, at(from), at(to)).map(formatInstant);
}

describe("D2: daily resets and dates", () => {
  it("D2: a date that does not exist has no daily reset", () => {
    expect(resets(always("04:00", "Pacific/Apia"), "2011-12-29T00:00Z", "2012-01-01T00:00Z")).toEqual([
      "2011-12-29T14:00:00.000Z", // the 29th
      "2011-12-30T14:00:00.000Z", // the 31st: the 30th was skipped
      "2011-12-31T14:00:00.000Z",
    ]);
  });

  it("D2, D8: the latest reset is found across a date that does not exist, and on one entered twice", () => {
    const apia = lastDailyReset(always("23:45", "Pacific/Apia"), at("2011-12-30T10:30Z"));
    expect(apia).toBe(at("2011-12-30T09:45Z")); // 23:45 on the 29th, at -10
    const schedule = always("00:00", "America/St_Johns");
    const johns = lastDailyReset(schedule, at("2010-11-07T02:45Z"));
    expect(johns).toBe(at("2010-11-07T02:30Z")); // midnight has come, though clocks show 23:15 again
    expect(resets(schedule, "2010-11-07T02:00Z", "2010-11-07T02:45Z")).toEqual(["2010-11-07T02:30:00.000Z"]);
  });
});

describe("D8: daily resets", () => {
  it("D8: the range is half-open", () => {
    const schedule = always("04:00", "UTC");
    expect(resets(schedule, "2024-05-06T04:00Z", "2024-05-07T04:00Z")).toEqual(["2024-05-06T04:00:00.000Z"]);
    expect(resets(schedule, "2024-05-06T04:00:00.001Z", "2024-05-07T04:00Z")).toEqual([]);
    expect(resets(schedule, "2024-05-06T04:00Z", "2024-05-06T04:00Z")).toEqual([]);
  });

  it("D8: without daily_reset there is none", () => {
    expect(resets(always(null, "UTC"), "2024-05-06T00:00Z", "2024-06-06T00:00Z")).toEqual([]);
    expect(lastDailyReset(always(null, "UTC"), at("2024-05-06T00:00Z"))).toBeNull();
  });

  it("D8: the first setting applies to all earlier time", () => {
    expect(resets(always("04:00", "UTC"), "1970-01-01T00:00Z", "1970-01-02T00:00Z")).toEqual([
      "1970-01-01T04:00:00.000Z",
    ]);
    expect(lastDailyReset(always("04:00", "UTC"), 0)).toBe(-20 * 3_600_000);
  });
});

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
