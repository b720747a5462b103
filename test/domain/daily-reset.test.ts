import { describe, expect, it } from "vitest";
import { dailyResetInstants, lastDailyReset, type ResetSchedule } from "../../src/domain/daily-reset.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { parseDailyReset } from "../../src/domain/local-time.ts";

const at = (text: string) => Date.parse(text);

/** One setting without beginning or end. */
function always(dailyReset: string | null, timeZone: string): ResetSchedule[] {
  return [{ from: -Infinity, to: Infinity, timeZone, dailyReset }];
}

function resets(schedules: readonly ResetSchedule[], from: string, to: string): string[] {
  return dailyResetInstants(schedules, at(from), at(to)).map(formatInstant);
}

describe("D2: daily resets and clocks that change", () => {
  it("D2: a reset at 02:30 in the spring gap happens at 03:30", () => {
    expect(resets(always("02:30", "America/New_York"), "2024-03-09T00:00Z", "2024-03-12T00:00Z")).toEqual([
      "2024-03-09T07:30:00.000Z",
      "2024-03-10T07:30:00.000Z", // 03:30 EDT
      "2024-03-11T06:30:00.000Z",
    ]);
  });

  it("D2: a reset at 01:30 in the autumn overlap happens at the first 01:30 alone", () => {
    expect(resets(always("01:30", "America/New_York"), "2024-11-02T00:00Z", "2024-11-05T00:00Z")).toEqual([
      "2024-11-02T05:30:00.000Z",
      "2024-11-03T05:30:00.000Z", // 01:30 EDT; 01:30 EST is an hour later
      "2024-11-04T06:30:00.000Z",
    ]);
  });

  it("D2: a date that does not exist has no daily reset", () => {
    expect(resets(always("04:00", "Pacific/Apia"), "2011-12-29T00:00Z", "2012-01-01T00:00Z")).toEqual([
      "2011-12-29T14:00:00.000Z", // the 29th
      "2011-12-30T14:00:00.000Z", // the 31st: the 30th was skipped
      "2011-12-31T14:00:00.000Z",
    ]);
  });

  it("D2: a reset that a gap moves past midnight still belongs to its day", () => {
    const schedule = always("23:45", "America/Nuuk");
    expect(resets(schedule, "2024-03-29T00:00Z", "2024-04-02T00:00Z")).toEqual([
      "2024-03-29T01:45:00.000Z",
      "2024-03-30T01:45:00.000Z",
      "2024-03-31T01:45:00.000Z", // 00:45 on the 31st, for the 30th
      "2024-04-01T00:45:00.000Z",
    ]);
    // From 00:30 on the 31st on, of which the 30th's reset is the next.
    expect(resets(schedule, "2024-03-31T01:30Z", "2024-03-31T02:00Z")).toEqual(["2024-03-31T01:45:00.000Z"]);
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

describe("D8: history", () => {
  const changed = at("2024-05-06T04:00Z");
  const then = (before: string | null, after: string | null, zone = "UTC"): ResetSchedule[] => [
    { from: -Infinity, to: changed, timeZone: "UTC", dailyReset: before },
    { from: changed, to: Infinity, timeZone: zone, dailyReset: after },
  ];

  it("D8: a change of time takes effect from its instant on, and not before", () => {
    expect(resets(then("03:00", "05:00"), "2024-05-05T00:00Z", "2024-05-08T00:00Z")).toEqual([
      "2024-05-05T03:00:00.000Z",
      "2024-05-06T03:00:00.000Z",
      "2024-05-06T05:00:00.000Z", // twice on the day of the change
      "2024-05-07T05:00:00.000Z",
    ]);
  });

  it("D8: the latest reset is looked for in earlier settings too", () => {
    const last = (schedules: readonly ResetSchedule[], text: string) => lastDailyReset(schedules, at(text));
    expect(last(then("03:00", "05:00"), "2024-05-06T04:59:59.999Z")).toBe(at("2024-05-06T03:00Z"));
    expect(last(then("03:00", "05:00"), "2024-05-06T05:00Z")).toBe(at("2024-05-06T05:00Z"));
    expect(last(then("03:00", null), "2024-12-24T00:00Z")).toBe(at("2024-05-06T03:00Z"));
    expect(last(then("04:00", null), "2024-12-24T00:00Z")).toBe(at("2024-05-05T04:00Z"));
    expect(last(then(null, "05:00"), "2024-05-06T04:30Z")).toBeNull();
  });

  it("D2, D8: the latest reset is found across a date that does not exist, and on one entered twice", () => {
    const apia = lastDailyReset(always("23:45", "Pacific/Apia"), at("2011-12-30T10:30Z"));
    expect(apia).toBe(at("2011-12-30T09:45Z")); // 23:45 on the 29th, at -10
    const johns = lastDailyReset(always("00:00", "America/St_Johns"), at("2010-11-07T02:45Z"));
    expect(johns).toBe(at("2010-11-07T02:30Z")); // midnight has come, though clocks show 23:15 again
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
