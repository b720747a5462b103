import { describe, expect, it } from "vitest";
import type { RunReader } from "../../../src/engine/ports.ts";
import { changedUntil } from "../../../src/series/replay-plan.ts";
import type { Scenario, ScenarioEvent } from "../../model/scenario.ts";
import { daily, events, PLAIN, utc } from "../../support/examples.ts";
import { historyOf, runsOf } from "../../support/kernel.ts";
import { daysOf, hoursOf } from "../../support/local-rows.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A scenario's past up to a time as `utc` reads it. */
function past(given: Partial<Scenario>, now: string) {
  const scenario: Scenario = { ...PLAIN, ...given, now: utc(now) };
  return { runs: runsOf(scenario), history: historyOf(scenario), now: scenario.now };
}

/** `2024-05-06T09:15Z`. */
function minute(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}

describe("hours of local time", () => {
  it("have D12's values and the exact integral, between hours of UTC, up to the present", async () => {
    const given = { timeZone: "Asia/Kathmandu", events: events("+09:20 +09:50 -10:05 +10:31") };
    expect(await hoursOf(past(given, "10:30"))).toEqual([
      {
        start: utc("09:15"),
        end: utc("10:15"),
        offset: 345 * MINUTE,
        ...{ count: 0, min: 0, max: 2, entrances: 2, exits: 1 },
        integral: (30 + 2 * 15 + 10) * MINUTE,
      },
      {
        start: utc("10:15"),
        end: utc("10:30"),
        offset: 345 * MINUTE,
        ...{ count: 1, min: 1, max: 1, entrances: 0, exits: 0 },
        integral: 15 * MINUTE,
      },
    ]);
  });

  it.each([
    [
      "Australia/Lord_Howe",
      "back by half an hour",
      "2024-04-06T14:10",
      "2024-04-06T17:00",
      "06T14:00Z +660, 06T15:00Z +630, 06T15:30Z +630, 06T16:30Z +630",
    ],
    [
      "Australia/Lord_Howe",
      "forward by half an hour",
      "2024-10-05T15:29",
      "2024-10-05T16:30",
      "05T14:30Z +630, 05T15:30Z +660, 05T16:00Z +660",
    ],
    [
      "America/St_Johns",
      "back by an hour, a minute after a full hour",
      "2010-11-07T02:30",
      "2010-11-07T04:00",
      "07T02:30Z -150, 07T02:31Z -210, 07T03:30Z -210",
    ],
  ])("begin at a change of the offset, too: %s, %s", async (timeZone, _, first, now, expected) => {
    const of = past({ timeZone, events: events(`+${first}`) }, now);
    const hours = await hoursOf(of);
    const written = hours.map(({ start, offset }) => {
      const minutes = offset / MINUTE;
      return `${minute(start).slice(8)} ${minutes < 0 ? "" : "+"}${minutes}`;
    });
    expect(written.join(", ")).toBe(expected);
    expect(hours.map(({ end }) => end)).toEqual([...hours.slice(1).map(({ start }) => start), utc(now)]);
    for (const hour of hours)
      expect(await hoursOf(of, { start: hour.end - 1, end: hour.end })).toEqual([hour]);
  });

  it.each<[string, Partial<Scenario>, string[]]>([
    ["an exit from the empty space", { events: events("-09:30") }, ["09:00", "10:00", "11:00"]],
    ["a reset to 0", { resets: [{ instant: utc("10:00"), count: 0 }] }, ["10:00", "11:00"]],
    [
      "a reset before the first event",
      { resets: [{ instant: utc("10:59"), count: 2 }], events: events("+11:00") },
      ["10:00", "11:00"],
    ],
    ["no daily reset before it", { schedules: daily("09:30"), events: events("+11:10") }, ["11:00"]],
    ["nothing in the future", { events: events("+11:30") }, []],
  ])("begin with the hour of the first change: %s", async (_, given, expected) => {
    const hours = await hoursOf(past(given, "11:30"));
    expect(hours.map(({ start }) => start)).toEqual(expected.map(utc));
  });

  it.each<[string, string, string[]]>([
    ["09:59:59.999", "10:00", ["09:00"]],
    ["10:00", "11:00:00.001", ["10:00", "11:00"]],
    ["07:00", "09:10", ["09:00"]],
    ["11:00", "15:00", ["11:00"]],
    ["07:00", "09:00", []],
    ["10:30", "10:30", []],
    ["12:00", "13:00", []],
  ])("are whole, and those that touch a range: %s to %s", async (start, end, expected) => {
    const whole = await hoursOf(past({ events: events("+09:30 +10:15 -11:20") }, "11:30"));
    const hours = await hoursOf(past({ events: events("+09:30 +10:15 -11:20") }, "11:30"), {
      start: utc(start),
      end: utc(end),
    });
    expect(hours).toEqual(whole.filter((hour) => expected.map(utc).includes(hour.start)));
    expect(hours).toHaveLength(expected.length);
  });
});

describe("local dates", () => {
  it.each([
    [
      "a date that occurs twice ends when it first ends (D2)",
      "America/St_Johns",
      "2010-11-06T12:00",
      "2010-11-09T00:00",
      "11-06 11-06T11:30Z 15, 11-07 11-07T02:30Z 25, 11-08 11-08T03:30Z 20.5",
    ],
    [
      "a date that does not exist has no row (D2)",
      "Pacific/Apia",
      "2011-12-29T20:10",
      "2012-01-01T10:00",
      "12-29 12-29T20:00Z 14, 12-31 12-30T10:00Z 24, 01-01 12-31T10:00Z 24",
    ],
  ])("%s", async (_, timeZone, first, now, expected) => {
    const of = past({ timeZone, events: events(`+${first}`) }, now);
    const days = await daysOf(of);
    const written = days.map(
      ({ localDay, start, length }) =>
        `${minute(localDay * DAY).slice(5, 10)} ${minute(start).slice(5)} ${length / HOUR}`,
    );
    expect(written.join(", ")).toBe(expected);
    for (const day of days) {
      const range = { start: day.start + day.length - 1, end: day.start + day.length };
      expect(await daysOf(of, range)).toEqual([day]);
    }
  });

  it("sum up their hours", async () => {
    const given = { events: events("+09:00 +10:30 -10:45 +2024-05-07T01:00"), schedules: daily("12:00") };
    expect(await daysOf(past(given, "2024-05-07T02:00"))).toEqual([
      {
        localDay: utc("00:00") / DAY,
        start: utc("09:00"),
        length: 15 * HOUR,
        ...{ count: 1, min: 0, max: 2, entrances: 2, exits: 1 },
        integral: 3 * HOUR + 15 * MINUTE,
      },
      {
        localDay: utc("00:00") / DAY + 1,
        start: utc("2024-05-07T00:00"),
        length: 2 * HOUR,
        ...{ count: 0, min: 0, max: 1, entrances: 1, exits: 0 },
        integral: HOUR,
      },
    ]);
  });
});

describe("a year of hours is computed from roll-ups", () => {
  it.each([
    ["UTC", 1],
    ["Europe/Berlin", 1],
    ["Asia/Kathmandu", 1],
    // The half hours at the two changes of the offset, too.
    ["Australia/Lord_Howe", 3],
  ])("%s", async (timeZone, loadsMax) => {
    const start = utc("2024-01-01T00:00");
    const crossings = Array.from({ length: 366 * 24 }, (_, i): ScenarioEvent[] => [
      { instant: start + i * HOUR + 7 * MINUTE, direction: 1 },
      { instant: start + i * HOUR + 12 * MINUTE, direction: -1 },
    ]).flat();
    const given = { timeZone, events: crossings, schedules: daily("04:00", timeZone) };
    const { runs, history, now } = past(given, "2025-01-01T00:00");
    const counted = countLoads(runs);
    const hours = await hoursOf({ runs: counted.runs, history, now });
    expect(hours.length).toBeGreaterThanOrEqual(366 * 24);
    expect(hours.reduce((sum, { integral }) => sum + integral, 0)).toBe(366 * 24 * 5 * MINUTE);
    expect(counted.days.size).toBeLessThanOrEqual(loadsMax);
  });
});

/** Reads runs, and collects the days of which single changes are loaded. */
function countLoads(runs: RunReader) {
  const days = new Set<number>();
  const counted: RunReader = {
    ...runs,
    read: (spaceId, fromDay, toDay, work) =>
      runs.read(spaceId, fromDay, toDay, (slices) =>
        work(
          slices.map(({ block, ...slice }) => ({
            ...slice,
            block: {
              ...block,
              load: (part, index) => {
                if (part === "changes") days.add(block.days[index] as number);
                return block.load(part, index);
              },
            },
          })),
        ),
      ),
  };
  return { runs: counted, days };
}

describe("an event changes counts up to", () => {
  const resets = [
    { instant: utc("10:00"), count: 3 },
    { instant: utc("13:00"), count: 0 },
  ];
  it.each<[string, Partial<Scenario>, string, string]>([
    ["the present, without resets", {}, "09:00", "18:00"],
    ["the next explicit reset", { resets }, "09:59:59.999", "10:00"],
    ["the one after a reset of its own instant", { resets }, "10:00", "13:00"],
    ["the present, after the last reset", { resets }, "13:00", "18:00"],
    ["the next daily reset", { resets, schedules: daily("12:00") }, "10:00", "12:00"],
    ["the present, before the next daily reset", { schedules: daily("08:00") }, "09:00", "18:00"],
    ["a daily reset of local time", { schedules: daily("12:00", "Asia/Kathmandu") }, "05:00", "06:15"],
  ])("%s", (_, given, instant, expected) => {
    const { history, now } = past(given, "18:00");
    expect(minute(changedUntil(history, utc(instant), now))).toBe(minute(utc(expected)));
  });
});
