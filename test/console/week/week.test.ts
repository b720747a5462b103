import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import {
  busiestCell,
  busiestSample,
  cellKey,
  gridOfDay,
  type HourSample,
  isOneWeek,
  isUsuallyOccupied,
  localHourRanges,
  quietestCell,
  weekGrid,
} from "../../../console/src/pages/week/week-grid.ts";
import { type RangeChoice, rangeOf, readRangeChoice, WEEK_RANGES } from "../../../console/src/ranges.ts";

const HOUR_MS = 3_600_000;
const BERLIN = "Europe/Berlin";

function sample(time: string, values: Partial<HourSample> = {}, zone = BERLIN): HourSample {
  const start = DateTime.fromISO(time, { zone }).toMillis();
  return { start, end: start + HOUR_MS, average: 0, highest: 0, entrances: 0, utilization: 0, ...values };
}

describe("the grid of a week", () => {
  it("groups samples by local weekday and hour", () => {
    const grid = weekGrid(
      [
        sample("2024-05-06T12:00", { average: 10, highest: 20, entrances: 5 }),
        sample("2024-05-13T12:00", { average: 30, highest: 35, entrances: 8 }),
        sample("2024-05-13T23:00", { average: 1, highest: 2, entrances: 3 }),
      ],
      BERLIN,
    );
    expect([...grid.keys()]).toEqual([cellKey(1, 12), cellKey(1, 23)]);
    expect(grid.get(cellKey(1, 12))).toMatchObject({ average: 20, highest: 35, entrances: 6.5 });
  });

  it("treats an hour that occurs twice on a day as one longer hour", () => {
    const first = sample("2024-10-27T00:00", { average: 10, entrances: 4 }, "UTC");
    const second = { ...first, start: first.end, end: first.end + HOUR_MS, average: 20 };
    const grid = weekGrid([first, second], BERLIN);
    expect(grid.size).toBe(1);
    expect(grid.get(cellKey(7, 2))).toMatchObject({ average: 15, entrances: 8 });
  });

  it("weights averages by time, also for an hour that has not ended", () => {
    const half = { ...sample("2024-05-13T12:00", { average: 40 }) };
    const grid = weekGrid(
      [sample("2024-05-06T12:00", { average: 10 }), { ...half, end: half.start + HOUR_MS / 2 }],
      BERLIN,
    );
    expect(grid.get(cellKey(1, 12))?.average).toBe(20);
  });

  it("finds the busiest hour of each measure: the first one on a tie, and none without people", () => {
    const grid = weekGrid(
      [
        sample("2024-05-07T09:00", { average: 10, highest: 12, entrances: 9 }),
        sample("2024-05-08T12:00", { average: 10, highest: 30, entrances: 1 }),
      ],
      BERLIN,
    );
    expect(busiestCell(grid, "average")).toMatchObject({ weekday: 2, hour: 9 });
    expect(busiestCell(grid, "highest")).toMatchObject({ weekday: 3, hour: 12 });
    expect(busiestCell(grid, "entrances")).toMatchObject({ weekday: 2, hour: 9 });
    expect(busiestCell(weekGrid([sample("2024-05-07T09:00")], BERLIN), "average")).toBeNull();
  });

  it("finds the quietest hour of a weekday: usually with people, unless time segments restrict the hours", () => {
    const grid = weekGrid(
      [
        sample("2024-05-07T03:00"),
        // One straggler on one of two Tuesdays.
        sample("2024-05-07T22:00", { average: 0.1, highest: 1 }),
        sample("2024-05-14T22:00"),
        sample("2024-05-07T09:00", { average: 4, highest: 9, entrances: 9, utilization: 0.4 }),
        sample("2024-05-07T17:00", { average: 2, highest: 8, entrances: 1, utilization: 0.2 }),
        sample("2024-05-08T12:00", { average: 1, highest: 30, entrances: 1, utilization: 0.1 }),
      ],
      BERLIN,
    );
    const tuesday = gridOfDay(grid, 2);
    expect(quietestCell(grid, "average", isUsuallyOccupied)).toMatchObject({ weekday: 3, hour: 12 });
    expect(quietestCell(tuesday, "utilization", isUsuallyOccupied)).toMatchObject({ weekday: 2, hour: 17 });
    expect(quietestCell(tuesday, "average", () => true)).toMatchObject({ weekday: 2, hour: 3 });
    expect(busiestCell(tuesday, "utilization")).toMatchObject({ weekday: 2, hour: 9 });
    expect(quietestCell(gridOfDay(grid, 5), "average", isUsuallyOccupied)).toBeNull();
  });

  it("finds the busiest hour of a cell", () => {
    const samples = [3, 7, 7].map((highest, week) =>
      sample(DateTime.fromISO("2024-05-06T12:00").plus({ weeks: week }).toFormat("yyyy-MM-dd'T'HH:mm"), {
        highest,
      }),
    );
    const cell = weekGrid(samples, BERLIN).get(cellKey(1, 12));
    expect(cell && busiestSample(cell, "highest")).toBe(samples[1]);
  });
});

const LORD_HOWE = "Australia/Lord_Howe";

function at(text: string, zone: string): number {
  return DateTime.fromISO(text, { zone }).toMillis();
}

function utc(ranges: readonly { readonly start: number; readonly end: number }[]): string[] {
  return ranges.map(({ start, end }) => `${new Date(start).toISOString()}/${new Date(end).toISOString()}`);
}

describe("ranges of local hours", () => {
  it.each(["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Chatham"])(
    "begin once in %s, also if clocks change by whole hours",
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
  const weeksOf = (choice: RangeChoice) => {
    const { start, end } = rangeOf(choice, zone, now, WEEK_RANGES);
    return [start, end].map((instant) => DateTime.fromMillis(instant, { zone }).toFormat("yyyy-MM-dd HH:mm"));
  };

  it("are whole weeks before this one, or this week, from local Monday to Monday", () => {
    expect(weeksOf({ name: "last-week" })).toEqual(["2024-03-25 00:00", "2024-04-01 00:00"]);
    expect(weeksOf({ name: "this-week" })).toEqual(["2024-04-01 00:00", "2024-04-08 00:00"]);
    expect(weeksOf({ name: "4w" })).toEqual(["2024-03-04 00:00", "2024-04-01 00:00"]);
    expect(weeksOf({ from: "2024-03-30", to: "2024-03-31" })).toEqual([
      "2024-03-30 00:00",
      "2024-04-01 00:00",
    ]);
  });

  it("are read from the URL", () => {
    const read = (text: string) => readRangeChoice(new URLSearchParams(text), "4w", WEEK_RANGES);
    expect(read("range=12w")).toEqual({ name: "12w" });
    expect(read("range=1y")).toEqual({ name: "4w" });
    expect(read("from=2024-03-30&to=2024-03-31")).toEqual({ from: "2024-03-30", to: "2024-03-31" });
  });

  it("are single if each weekday occurs once, also in a week of 167 hours", () => {
    expect(isOneWeek(rangeOf({ name: "last-week" }, zone, now, WEEK_RANGES), zone)).toBe(true);
    const longer = rangeOf({ from: "2024-03-25", to: "2024-04-01" }, zone, now, WEEK_RANGES);
    expect(isOneWeek(longer, zone)).toBe(false);
  });
});
