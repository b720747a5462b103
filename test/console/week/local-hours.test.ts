import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import {
  isOneWeek,
  localHourRanges,
  readWeekChoice,
  weekRangeOf,
} from "../../../console/src/pages/week/week-range.ts";

const LORD_HOWE = "Australia/Lord_Howe";

function at(text: string, zone: string): number {
  return DateTime.fromISO(text, { zone }).toMillis();
}

function utc(ranges: readonly { readonly start: number; readonly end: number }[]): string[] {
  return ranges.map(({ start, end }) => `${new Date(start).toISOString()}/${new Date(end).toISOString()}`);
}

describe("ranges of local hours", () => {
  it.each(["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Chatham"])(
    "begin once in %s, also where clocks change by whole hours",
    (zone) => {
      const range = { start: at("2024-03-25", zone), end: at("2024-04-15", zone) };
      expect(localHourRanges(range, zone)).toEqual([range]);
    },
  );

  it("restart after clocks have gone back by half an hour", () => {
    const range = { start: at("2024-04-01", LORD_HOWE), end: at("2024-04-08", LORD_HOWE) };
    expect(utc(localHourRanges(range, LORD_HOWE))).toEqual([
      "2024-03-31T13:00:00.000Z/2024-04-06T15:00:00.000Z",
      // From 01:30 to 02:00 for the second time.
      "2024-04-06T15:00:00.000Z/2024-04-06T15:30:00.000Z",
      "2024-04-06T15:30:00.000Z/2024-04-07T13:30:00.000Z",
    ]);
  });

  it("restart after clocks have gone forward by half an hour", () => {
    const range = { start: at("2024-09-30", LORD_HOWE), end: at("2024-10-07", LORD_HOWE) };
    expect(utc(localHourRanges(range, LORD_HOWE))).toEqual([
      "2024-09-29T13:30:00.000Z/2024-10-05T15:30:00.000Z",
      // From 02:30 on.
      "2024-10-05T15:30:00.000Z/2024-10-05T16:00:00.000Z",
      "2024-10-05T16:00:00.000Z/2024-10-06T13:00:00.000Z",
    ]);
  });
});

describe("weeks", () => {
  const zone = "Europe/Berlin";
  const now = at("2024-04-03T15:00", zone);
  const rangeOf = (choice: Parameters<typeof weekRangeOf>[0]) => {
    const { start, end } = weekRangeOf(choice, zone, now);
    return [start, end].map((instant) => DateTime.fromMillis(instant, { zone }).toFormat("yyyy-MM-dd HH:mm"));
  };

  it("are whole weeks before this one, or this week, from local Monday to Monday", () => {
    expect(rangeOf("last-week")).toEqual(["2024-03-25 00:00", "2024-04-01 00:00"]);
    expect(rangeOf("this-week")).toEqual(["2024-04-01 00:00", "2024-04-08 00:00"]);
    expect(rangeOf("4w")).toEqual(["2024-03-04 00:00", "2024-04-01 00:00"]);
    expect(rangeOf({ from: "2024-03-30", to: "2024-03-31" })).toEqual([
      "2024-03-30 00:00",
      "2024-04-01 00:00",
    ]);
  });

  it("are read from the URL", () => {
    expect(readWeekChoice(new URLSearchParams("range=12w"))).toBe("12w");
    expect(readWeekChoice(new URLSearchParams("range=1y"))).toBe("4w");
    expect(readWeekChoice(new URLSearchParams("from=2024-03-30&to=2024-03-31"))).toEqual({
      from: "2024-03-30",
      to: "2024-03-31",
    });
  });

  it("are single if each weekday occurs once, also in a week of 167 hours", () => {
    expect(isOneWeek(weekRangeOf("last-week", zone, now), zone)).toBe(true);
    const longer = weekRangeOf({ from: "2024-03-25", to: "2024-04-01" }, zone, now);
    expect(isOneWeek(longer, zone)).toBe(false);
  });
});
