import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { markLabel, timeMarks } from "../../console/src/charts/time-axis.ts";
import {
  alignedTo,
  besideBy,
  choiceOf,
  defaultInterval,
  distanceOf,
  earlierBy,
  intervalFor,
  offeredIntervals,
  rangeOf,
  rangeProblem,
} from "../../console/src/ranges.ts";

const ZONE = "Europe/London";
const HOUR_MS = 3_600_000;

function at(text: string): number {
  return DateTime.fromISO(text, { zone: ZONE }).toMillis();
}

describe("ranges", () => {
  const now = at("2026-03-31T10:00");

  it("are whole local days, over a change of clocks too", () => {
    expect(rangeOf({ name: "7d" }, ZONE, now)).toEqual({ start: at("2026-03-25"), end: at("2026-04-01") });
    expect(rangeOf({ from: "2026-03-29", to: "2026-03-29" }, ZONE, now)).toEqual({
      start: at("2026-03-29"),
      end: at("2026-03-29") + 23 * HOUR_MS,
    });
  });

  it("are instants if the URL has instants, the end exclusive", () => {
    const [from, to] = ["2026-03-20T11:00:00.000Z", "2026-03-20T12:00:00.000Z"];
    expect(rangeOf({ from, to }, ZONE, now)).toEqual({ start: Date.parse(from), end: Date.parse(to) });
  });

  it.each([
    ["a month", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["a quarter", "2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"],
    ["a week", "2026-03-23", "2026-03-29", "2026-03-16", "2026-03-22"],
    ["a day of 23 hours", "2026-03-29", "2026-03-29", "2026-03-28", "2026-03-28"],
  ])("have %s before and after them", (_, from, to, fromBefore, toBefore) => {
    const [range, before] = [
      { from, to },
      { from: fromBefore, to: toBefore },
    ].map((choice) => rangeOf(choice, ZONE, now));
    expect(range && choiceOf(besideBy(range, -1, ZONE), ZONE)).toEqual({ from: fromBefore, to: toBefore });
    expect(before && choiceOf(besideBy(before, 1, ZONE), ZONE)).toEqual({ from, to });
  });

  it("of instants have the same length before them", () => {
    const range = { start: at("2026-03-20T11:00"), end: at("2026-03-20T13:00") };
    expect(choiceOf(besideBy(range, -1, ZONE), ZONE)).toEqual({
      from: "2026-03-20T09:00:00.000Z",
      to: "2026-03-20T11:00:00.000Z",
    });
  });

  it("are today if the URL is not valid", () => {
    const today = { start: at("2026-03-31"), end: at("2026-04-01") };
    expect(rangeOf({ from: "yesterday", to: "2026-03-20" }, ZONE, now)).toEqual(today);
    expect(rangeOf({ from: "2026-03-20", to: "2026-03-19" }, ZONE, now)).toEqual(today);
  });

  it("that are none are named", () => {
    const reversed = "'To' is before 'From'";
    expect(rangeProblem({ from: "2026-03-20", to: "2026-03-19" })).toBe(reversed);
    expect(rangeProblem({ from: "2026-03-20", to: "2026-03-20" })).toBeNull();
    expect(rangeProblem({ from: "2026-03-20T11:00Z", to: "2026-03-20T11:00Z" })).toBe(reversed);
    expect(rangeProblem({ from: "yesterday", to: "2026-03-20" })).toBe(
      "The dates of the range are not valid",
    );
    expect(rangeProblem({ name: "7d" })).toBeNull();
  });

  it.each([
    ["week", "2026-04-01", "2026-04-02", "2026-03-25", "2026-03-26"],
    ["period", "2026-04-01", "2026-04-03", "2026-03-30", "2026-04-01"],
    ["period", "2026-04-01", "2026-05-01", "2026-03-01", "2026-04-01"],
    ["period", "2026-03-29", "2026-03-30", "2026-03-28", "2026-03-29"],
    ["period", "2026-04-01T12:00", "2026-04-01T14:00", "2026-04-01T10:00", "2026-04-01T12:00"],
    ["year", "2026-04-01", "2026-05-01", "2025-04-01", "2025-05-01"],
  ] as const)(
    "have a previous %s with the same local times: %s to %s",
    (comparison, start, end, from, to) => {
      const range = { start: at(start), end: at(end) };
      const earlier = earlierBy(range, distanceOf(comparison, range, ZONE), ZONE);
      expect(earlier).toEqual({ start: at(from), end: at(to) });
    },
  );
});

describe("intervals", () => {
  const days = (count: number) => ({ start: at("2026-01-01"), end: at("2026-01-01") + count * 24 * HOUR_MS });

  it("are as short as a chart has room for", () => {
    const usual = [1 / 12, 1, 7, 30, 90, 365].map((count) => defaultInterval(days(count)));
    expect(usual).toEqual(["1m", "5m", "15m", "1h", "1d", "1d"]);
  });

  it("are offered if they have at least two samples, and not too many", () => {
    expect(offeredIntervals(days(1))).toEqual(["1m", "5m", "10m", "15m", "1h"]);
    expect(offeredIntervals(days(90))).toEqual(["1h", "1d", "1w", "1M"]);
    expect(offeredIntervals({ start: 0, end: 1 })).toEqual(["1m"]);
  });

  it("are the selected one only if it is offered", () => {
    expect(intervalFor(days(90), "1h")).toBe("1h");
    expect(intervalFor(days(90), "1m")).toBe("1d");
    expect(intervalFor(days(90), "7h")).toBe("1d");
    expect(intervalFor(days(90), null)).toBe("1d");
  });

  it("start at round local times", () => {
    const range = { start: at("2026-06-01T12:07"), end: at("2026-06-01T14:00") };
    expect(alignedTo(range, "15m", ZONE).start).toBe(at("2026-06-01T12:00"));
    expect(alignedTo(range, "1d", ZONE).start).toBe(at("2026-06-01"));
    expect(alignedTo(range, "1m", ZONE)).toEqual(range);
  });
});

/** The local times of the marks of a time axis, such as `06-01 12:15, 06-02 00:00`. */
function wallTimes(from: string, to: string, room: number): string {
  const marks = timeMarks(at(from), at(to), ZONE, room);
  return marks.map((mark) => DateTime.fromMillis(mark, { zone: ZONE }).toFormat("MM-dd HH:mm")).join(", ");
}

describe("marks of a time axis", () => {
  it.each([
    ["round times", "2026-06-01T12:03", "2026-06-01T12:58", 5, "06-01 12:15, 06-01 12:30, 06-01 12:45"],
    [
      "hours of a day",
      "2026-06-01",
      "2026-06-02",
      4,
      "06-01 00:00, 06-01 06:00, 06-01 12:00, 06-01 18:00, 06-02 00:00",
    ],
    [
      "a change of clocks",
      "2026-03-29",
      "2026-03-30",
      4,
      "03-29 00:00, 03-29 06:00, 03-29 12:00, 03-29 18:00, 03-30 00:00",
    ],
    [
      "a missing hour",
      "2026-03-29",
      "2026-03-29T05:00",
      6,
      "03-29 00:00, 03-29 02:00, 03-29 03:00, 03-29 04:00, 03-29 05:00",
    ],
    ["a week", "2026-06-01", "2026-06-07T23:59", 3, "06-01 00:00, 06-04 00:00, 06-07 00:00"],
    ["little room", "2026-06-01", "2026-06-07T23:59", 2, "06-01 00:00, 06-05 00:00"],
    [
      "Mondays",
      "2026-06-01",
      "2026-07-01",
      6,
      "06-01 00:00, 06-08 00:00, 06-15 00:00, 06-22 00:00, 06-29 00:00",
    ],
    ["months", "2026-01-15", "2026-12-15", 6, "04-01 00:00, 07-01 00:00, 10-01 00:00"],
  ])("are at round local times: %s", (_name, from, to, room, marks) => {
    expect(wallTimes(from, to, room)).toBe(marks);
  });

  it("ascend when an hour repeats", () => {
    const repeated = timeMarks(at("2026-10-25"), at("2026-10-25T05:00"), ZONE, 8);
    expect(repeated.every((mark, index) => index === 0 || mark > (repeated[index - 1] ?? 0))).toBe(true);
  });

  it("have their time as label, or their day at midnight", () => {
    expect(markLabel(at("2026-06-01T06:00"), 24 * HOUR_MS, ZONE)).toBe("06:00");
    expect(markLabel(at("2026-06-01"), 24 * HOUR_MS, ZONE)).toBe("Mon 1 Jun");
    expect(markLabel(at("2026-06-01"), 90 * 24 * HOUR_MS, ZONE)).toBe("1 Jun");
    expect(markLabel(at("2026-01-01"), 90 * 24 * HOUR_MS, ZONE)).toBe("1 Jan 2026");
  });
});
