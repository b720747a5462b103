import { describe, expect, it } from "vitest";
import type { ResetHistory } from "../../src/series/replay-plan.ts";
import { flooredAt, ROW, spanAt } from "../../src/series/roll-up.ts";
import { Roller } from "../../src/series/roller.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** Midnight of this day is a reset to 0. */
const DAY = 100;

type Change = readonly [second: number, direction: 1 | -1];

const pack = (changes: readonly Change[]) =>
  Uint32Array.from(changes, ([second, direction]) => second * SECOND_MS * 2 + (direction > 0 ? 1 : 0));

/** Entrances in the first half of an hour, and exits in the second. */
const people = (hour: number, entrances: number, exits: number): Change[] => [
  ...Array.from({ length: entrances }, (_, i): Change => [hour * 3_600 + i, 1]),
  ...Array.from({ length: exits }, (_, i): Change => [hour * 3_600 + 1_800 + i, -1]),
];

const reset = (day: number, hour: number, count: number) => ({
  instant: day * DAY_MS + hour * HOUR_MS,
  count,
});

const resetTo = (count: number, hour = 0, day = DAY): ResetHistory => ({
  schedules: [],
  resets: [reset(day, hour, count)],
});

/** The hours whose rows are floored. */
function flooredHours(rows: Uint16Array): number[] {
  const starts = Array.from({ length: rows.length / ROW }, (_, i) => i * ROW);
  return starts.filter((at) => flooredAt(rows, at) > 0).map((at) => spanAt(rows, at));
}

const rollerOf = (history: ResetHistory | null) => new Roller(() => history);

describe("hours in which the known count reaches the floor (D7) are floored", () => {
  const day = [...people(8, 16, 0), ...people(9, 0, 18), ...people(10, 40, 0)];

  it.each<[string, number[], ResetHistory]>([
    ["after a reset to 0", [9], resetTo(0)],
    ["after a reset to more", [], resetTo(2)],
    ["after a reset to less", [9], resetTo(1, 9)],
    [
      "after a daily reset (D8)",
      [9],
      {
        schedules: [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset: "09:00" }],
        resets: [],
      },
    ],
    ["from the first events of a space that is never reset", [9], { schedules: [], resets: [] }],
  ])("%s", (_, hours, history) => {
    expect(flooredHours(rollerOf(history).roll(1n, DAY, pack(day)).hours)).toEqual(hours);
  });

  it("unless the floor removes more exits than a row can record", () => {
    const exits = (count: number) => pack(Array.from({ length: count }, (_, i): Change => [7_200 + i, -1]));
    expect(flooredHours(rollerOf(resetTo(0)).roll(1n, DAY, exits(511)).hours)).toEqual([2]);
    expect(flooredHours(rollerOf(resetTo(0)).roll(1n, DAY, exits(512)).hours)).toEqual([]);
  });

  it("by the count at the end of the day before", () => {
    const roller = rollerOf(resetTo(0));
    roller.roll(1n, DAY, pack(people(8, 18, 0)));
    const next = [...people(1, 0, 18), ...people(2, 14, 16), ...people(3, 18, 0)];
    expect(flooredHours(roller.roll(1n, DAY + 1, pack(next)).hours)).toEqual([2]);
  });

  it("and none if the count or the space is unknown", () => {
    const later = resetTo(0, 0, DAY - 1);
    expect(flooredHours(rollerOf(later).roll(1n, DAY, pack(day)).hours)).toEqual([]);
    expect(flooredHours(rollerOf(null).roll(1n, DAY, pack(day)).hours)).toEqual([]);
    const roller = rollerOf(later);
    roller.roll(1n, DAY, pack(people(8, 1, 0)));
    expect(flooredHours(roller.roll(2n, DAY + 1, pack(day)).hours)).toEqual([]);
  });
});
