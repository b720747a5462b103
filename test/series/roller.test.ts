import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_PARTS, flooredAt, lengthAt, netAt, ROW, spanAt, startAt } from "../../src/series/roll-up.ts";
import { Roller, type RollUpHints } from "../../src/series/roller.ts";
import { checkProperty } from "../support/random.ts";

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

const watch = (watched: Partial<RollUpHints> = {}): RollUpHints => ({
  history: { schedules: [], resets: [reset(DAY, 0, 0)] },
  bandFloors: [Infinity, Infinity, Infinity],
  limit: Infinity,
  midnights: () => [],
  ...watched,
});

/** The hours whose rows are floored. */
function flooredHours(rows: Uint16Array): number[] {
  const starts = Array.from({ length: rows.length / ROW }, (_, i) => i * ROW);
  return starts.filter((at) => flooredAt(rows, at) > 0).map((at) => spanAt(rows, at));
}

const rollerOf = (watched: RollUpHints | null) => new Roller(() => watched);

describe("hours in which the known count reaches the floor (D7) are floored", () => {
  const day = [...people(8, 16, 0), ...people(9, 0, 18), ...people(10, 40, 0)];

  it.each<[string, number[], RollUpHints]>([
    ["after a reset to 0", [9], watch()],
    ["after a reset to more", [], watch({ history: { schedules: [], resets: [reset(DAY, 0, 2)] } })],
    ["after a reset to less", [9], watch({ history: { schedules: [], resets: [reset(DAY, 9, 1)] } })],
    [
      "after a daily reset (D8)",
      [9],
      watch({
        history: {
          schedules: [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset: "09:00" }],
          resets: [],
        },
      }),
    ],
    [
      "from the first events of a space that is never reset",
      [9],
      watch({ history: { schedules: [], resets: [] } }),
    ],
  ])("%s", (_, hours, watched) => {
    expect(flooredHours(rollerOf(watched).roll(1n, DAY, pack(day)).hours)).toEqual(hours);
  });

  it("unless the floor removes more exits than a row can record", () => {
    const exits = (count: number) => pack(Array.from({ length: count }, (_, i): Change => [7_200 + i, -1]));
    expect(flooredHours(rollerOf(watch()).roll(1n, DAY, exits(511)).hours)).toEqual([2]);
    expect(flooredHours(rollerOf(watch()).roll(1n, DAY, exits(512)).hours)).toEqual([]);
  });

  it("by the count at the end of the day before", () => {
    const roller = rollerOf(watch());
    roller.roll(1n, DAY, pack(people(8, 18, 0)));
    const next = [...people(1, 0, 18), ...people(2, 14, 16), ...people(3, 18, 0)];
    expect(flooredHours(roller.roll(1n, DAY + 1, pack(next)).hours)).toEqual([2]);
  });

  it("and none if the count or the space is unknown", () => {
    const later = watch({ history: { schedules: [], resets: [reset(DAY - 1, 0, 0)] } });
    expect(flooredHours(rollerOf(later).roll(1n, DAY, pack(day)).hours)).toEqual([]);
    expect(flooredHours(rollerOf(null).roll(1n, DAY, pack(day)).hours)).toEqual([]);
    const roller = rollerOf(later);
    roller.roll(1n, DAY, pack(people(8, 1, 0)));
    expect(flooredHours(roller.roll(2n, DAY + 1, pack(day)).hours)).toEqual([]);
  });
});

/** The hours between which day parts lie, and by how much each changes the count. */
function dayPartsOf(rows: Uint16Array): [from: number, to: number, net: number][] {
  const starts = Array.from({ length: rows.length / DAY_PARTS.width }, (_, i) => i * DAY_PARTS.width);
  return starts.map((at) => {
    const from = startAt(DAY_PARTS, rows, at) / HOUR_MS;
    return [from, from + lengthAt(DAY_PARTS, rows, at) / HOUR_MS, netAt(rows, at)];
  });
}

describe("a day is rolled up by day parts", () => {
  const day = [...people(1, 20, 0), ...people(8, 30, 10), ...people(20, 10, 40)];
  const midnights = (start: number) => [start + 22 * HOUR_MS, start + 46 * HOUR_MS];
  const daily = (dailyReset: string) => [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset }];

  it.each<[string, ReturnType<typeof dayPartsOf>, Partial<RollUpHints>]>([
    ["as a whole where nothing cuts it", [[0, 24, 10]], {}],
    ["between midnights of the space", [[0, 22, 10]], { midnights }],
    [
      "between daily resets (D8), without those in which nothing changes",
      [
        [0, 4, 20],
        [4, 24, 0],
      ],
      { history: { schedules: daily("04:00"), resets: [reset(DAY, 0, 0)] } },
    ],
    [
      "between explicit resets",
      [
        [0, 12.5, 40],
        [12.5, 24, -2],
      ],
      { history: { schedules: [], resets: [reset(DAY, 0, 0), reset(DAY, 12.5, 2)] } },
    ],
    ["not where a reset is at another time", [], { history: { schedules: daily("04:07"), resets: [] } }],
    [
      "not if there are more resets than a day may have parts",
      [],
      {
        history: {
          schedules: [],
          resets: Array.from({ length: 9 }, (_, i) => reset(DAY, i, 50)),
        },
      },
    ],
    ["not where the count changes its band", [], { bandFloors: [35, Infinity, Infinity] }],
    ["not where it is unsafe", [], { limit: 45 }],
  ])("%s", (_, dayParts, watched) => {
    expect(dayPartsOf(rollerOf(watch(watched)).roll(1n, DAY, pack(day)).dayParts)).toEqual(dayParts);
  });

  it("unless the floor removes more exits than a row can record", () => {
    const exits = (count: number) => pack(Array.from({ length: count }, (_, i): Change => [i * 60, -1]));
    const { dayParts } = rollerOf(watch()).roll(1n, DAY, exits(511));
    expect(flooredAt(dayParts, 0)).toBe(511);
    expect(dayPartsOf(dayParts)).toEqual([[0, 24, 0]]);
    expect(rollerOf(watch()).roll(1n, DAY, exits(512)).dayParts).toHaveLength(0);
  });

  it("from the counts of the day before, or from none if they are unknown", () => {
    const busy = pack([...people(1, 0, 30), ...people(2, 30, 0)]);
    const roller = rollerOf(watch());
    roller.roll(1n, DAY, pack(people(8, 18, 0)));
    expect(dayPartsOf(roller.roll(1n, DAY + 1, busy).dayParts)).toEqual([[0, 24, 12]]);
    const later = watch({ history: { schedules: [], resets: [reset(DAY - 1, 0, 0)] } });
    expect(dayPartsOf(rollerOf(later).roll(1n, DAY, busy).dayParts)).toEqual([[0, 24, 0]]);
    expect(dayPartsOf(rollerOf(null).roll(1n, DAY, busy).dayParts)).toEqual([]);
  });
});

describe("runs of any changes", () => {
  const changes = fc
    .array(fc.tuple(fc.integer({ min: 30_000, max: 43_000 }), fc.constantFrom<1 | -1>(1, -1)), {
      maxLength: 300,
    })
    .map((all) => all.sort(([a], [b]) => a - b));

  it("have rows if those are shorter", async () => {
    await checkProperty(
      fc.property(fc.array(changes, { maxLength: 4 }), fc.nat(6), (days, limit) => {
        const roller = rollerOf(watch({ limit }));
        for (const [i, day] of days.entries()) {
          const run = roller.roll(1n, DAY + i, pack(day));
          for (const rows of [run.hours, run.quarters, run.dayParts])
            expect(rows.length === 0 || rows.byteLength < run.changes.byteLength).toBe(true);
        }
      }),
    );
  });
});
