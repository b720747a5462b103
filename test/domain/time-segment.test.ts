import { describe, expect, it } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { formatDuration, parseSegmentTime } from "../../src/domain/local-time.ts";
import { measuredWindows, type SegmentHours, WEEKDAYS, type Weekday } from "../../src/domain/time-segment.ts";

const at = (text: string) => Date.parse(text);

function segment(start: string, end: string, ...days: readonly Weekday[]): SegmentHours {
  return { start, end, days: days.length > 0 ? days : WEEKDAYS };
}

/** The windows within a range as `from/to`, without milliseconds. */
function windows(segments: readonly SegmentHours[], from: string, to: string, zone = "UTC"): string[] {
  const edges = Array.from(measuredWindows(segments, zone, at(from), at(to)), formatInstant);
  return edges.flatMap((edge, i) =>
    i % 2 === 0 ? [`${edge.slice(0, -5)}Z/${edges[i + 1]?.slice(0, -5)}Z`] : [],
  );
}

describe("D14: windows", () => {
  // 6 May 2024 was a Monday.
  const week = ["2024-05-06T00:00Z", "2024-05-13T00:00Z"] as const;

  it.each(WEEKDAYS.map((day, i) => [day, `2024-05-${String(6 + i).padStart(2, "0")}`] as const))(
    "D14: a segment of %s has a window on that day alone",
    (day, date) => {
      expect(windows([segment("09:00:00", "17:30:15", day)], ...week)).toEqual([
        `${date}T09:00:00Z/${date}T17:30:15Z`,
      ]);
    },
  );

  it("D14: an end before the start wraps past midnight and belongs to the day it starts on", () => {
    expect(windows([segment("22:00:00", "06:00:00", "Monday", "Sunday")], ...week)).toEqual([
      "2024-05-06T00:00:00Z/2024-05-06T06:00:00Z", // from Sunday the 5th
      "2024-05-06T22:00:00Z/2024-05-07T06:00:00Z",
      "2024-05-12T22:00:00Z/2024-05-13T00:00:00Z",
    ]);
  });

  it("D14: equal times mean until the same wall time of the next day", () => {
    expect(windows([segment("09:00:00", "09:00:00", "Wednesday")], ...week)).toEqual([
      "2024-05-08T09:00:00Z/2024-05-09T09:00:00Z",
    ]);
    expect(windows([segment("00:00:00", "00:00:00")], ...week)).toEqual([
      "2024-05-06T00:00:00Z/2024-05-13T00:00:00Z",
    ]);
  });

  it("D14: several segments measure their union", () => {
    const apart = segment("09:00:00", "10:00:00", "Monday");
    const overlapping = segment("09:30:00", "11:00:00", "Monday");
    const inside = segment("09:15:00", "09:20:00", "Monday");
    const touching = segment("11:00:00", "12:00:00", "Monday");
    const later = segment("13:00:00", "14:00:00", "Monday");
    expect(windows([later, touching, inside, overlapping, apart], ...week)).toEqual([
      "2024-05-06T09:00:00Z/2024-05-06T12:00:00Z",
      "2024-05-06T13:00:00Z/2024-05-06T14:00:00Z",
    ]);
  });

  it("D14: windows are in the space's local time, its weekdays too", () => {
    const monday = segment("00:00:00", "01:00:00", "Monday");
    expect(windows([monday], ...week, "Asia/Kathmandu")).toEqual([
      "2024-05-12T18:15:00Z/2024-05-12T19:15:00Z",
    ]);
    expect(windows([monday], ...week, "America/New_York")).toEqual([
      "2024-05-06T04:00:00Z/2024-05-06T05:00:00Z",
    ]);
  });
});

describe("D2: windows and clocks that change", () => {
  const spring = (start: string, end: string) =>
    windows([segment(start, end, "Sunday")], "2024-03-10T00:00Z", "2024-03-12T00:00Z", "America/New_York");

  it("D2: a window in a gap moves by the gap's length", () => {
    expect(spring("02:15:00", "02:45:00")).toEqual(["2024-03-10T07:15:00Z/2024-03-10T07:45:00Z"]);
  });

  it("D2: a window whose end, after the gap rule, is not after its start is empty", () => {
    expect(spring("02:30:00", "03:00:00")).toEqual([]);
    expect(spring("02:30:00", "03:30:00")).toEqual([]);
    expect(spring("02:30:00", "03:30:01")).toEqual(["2024-03-10T07:30:00Z/2024-03-10T07:30:01Z"]);
  });

  it("D2: a date that does not exist has no window", () => {
    // 30 December 2011 would have been a Friday.
    const friday = segment("09:00:00", "17:00:00", "Friday");
    expect(windows([friday], "2011-12-28T00:00Z", "2012-01-02T00:00Z", "Pacific/Apia")).toEqual([]);
    const overnight = segment("22:00:00", "06:00:00", "Thursday", "Friday");
    expect(windows([overnight], "2011-12-28T00:00Z", "2012-01-02T00:00Z", "Pacific/Apia")).toEqual([
      "2011-12-30T08:00:00Z/2011-12-30T16:00:00Z", // from 22:00 on the 29th to 06:00 on the 31st
    ]);
  });
});

describe("D14: how times of segments are written", () => {
  it("D14: HH:MM is accepted and means HH:MM:00", () => {
    expect(parseSegmentTime("09:00", "start")).toBe("09:00:00");
    expect(parseSegmentTime("23:59:59", "end")).toBe("23:59:59");
  });

  it.each(["", "9:00", "09:00:0", "24:00", "24:00:00", "09:60", "09:00:60", "09:00:00.5", "0900", "09:00Z"])(
    "D14: %j is a 400",
    (text) => {
      expect(() => parseSegmentTime(text, "end")).toThrowError(
        expect.objectContaining({ kind: "invalid", issues: [expect.objectContaining({ path: "end" })] }),
      );
    },
  );
});

describe("D13: durations", () => {
  it.each([
    [0, "0:00:00"],
    [999, "0:00:00"],
    [1000, "0:00:01"],
    [59_999, "0:00:59"],
    [60_000, "0:01:00"],
    [3_599_999, "0:59:59"],
    [3_600_000, "1:00:00"],
    [36_061_000, "10:01:01"],
    [100 * 3_600_000, "100:00:00"],
    [8760 * 3_600_000 + 1, "8760:00:00"],
  ])("D13: %d ms are %s: hours unbounded, seconds floored", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
