import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { markLabel, timeMarks } from "../../../console/src/charts/time-axis.ts";

const ZONE = "Europe/London";

function at(text: string, zone = ZONE): number {
  return DateTime.fromISO(text, { zone }).toMillis();
}

function wallTimes(from: string, to: string, room: number, zone = ZONE): string[] {
  return timeMarks(at(from, zone), at(to, zone), zone, room).map((mark) =>
    DateTime.fromMillis(mark, { zone }).toFormat("MM-dd HH:mm"),
  );
}

describe("marks of a time axis", () => {
  it("are at round times, as many as there is room for", () => {
    expect(wallTimes("2026-06-01T12:03", "2026-06-01T12:58", 5)).toEqual([
      "06-01 12:15",
      "06-01 12:30",
      "06-01 12:45",
    ]);
    expect(wallTimes("2026-06-01", "2026-06-02", 4)).toEqual([
      "06-01 00:00",
      "06-01 06:00",
      "06-01 12:00",
      "06-01 18:00",
      "06-02 00:00",
    ]);
  });

  it("keep their local times when clocks change, except times that do not exist", () => {
    expect(wallTimes("2026-03-29", "2026-03-30", 4)).toEqual([
      "03-29 00:00",
      "03-29 06:00",
      "03-29 12:00",
      "03-29 18:00",
      "03-30 00:00",
    ]);
    const hours = wallTimes("2026-03-29", "2026-03-29T05:00", 6);
    expect(hours).toEqual(["03-29 00:00", "03-29 02:00", "03-29 03:00", "03-29 04:00", "03-29 05:00"]);
    const repeated = timeMarks(at("2026-10-25"), at("2026-10-25T05:00"), ZONE, 8);
    expect(repeated.every((mark, index) => index === 0 || mark > (repeated[index - 1] ?? 0))).toBe(true);
  });

  it("are several for a week with little room", () => {
    expect(wallTimes("2026-06-01", "2026-06-07T23:59", 3)).toEqual([
      "06-01 00:00",
      "06-04 00:00",
      "06-07 00:00",
    ]);
    expect(wallTimes("2026-06-01", "2026-06-07T23:59", 2)).toEqual(["06-01 00:00", "06-05 00:00"]);
  });

  it("are on Mondays and on the first days of months", () => {
    expect(wallTimes("2026-06-01", "2026-07-01", 6)).toEqual([
      "06-01 00:00",
      "06-08 00:00",
      "06-15 00:00",
      "06-22 00:00",
      "06-29 00:00",
    ]);
    expect(wallTimes("2026-01-15", "2026-12-15", 6)).toEqual(["04-01 00:00", "07-01 00:00", "10-01 00:00"]);
  });

  it("have their time as label, or their day at midnight", () => {
    const hour = 3_600_000;
    expect(markLabel(at("2026-06-01T06:00"), 24 * hour, ZONE)).toBe("06:00");
    expect(markLabel(at("2026-06-01"), 24 * hour, ZONE)).toBe("Mon 1 Jun");
    expect(markLabel(at("2026-06-01"), 90 * 24 * hour, ZONE)).toBe("1 Jun");
    expect(markLabel(at("2026-01-01"), 90 * 24 * hour, ZONE)).toBe("1 Jan 2026");
  });
});
