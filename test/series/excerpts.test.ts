import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Excerpts, type Watch } from "../../src/series/excerpts.ts";
import { dayRowsSize, effectOf, HOURS, ROW, rollUp } from "../../src/series/roll-up.ts";
import type { RolledUpRun } from "../../src/series/run-block.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Midnight of day 100 in UTC, and of others. */
const DAY = 100;

type Change = readonly [hour: number, minute: number, direction: 1 | -1];

const pack = (changes: readonly Change[]) =>
  Uint32Array.from(
    changes,
    ([hour, minute, direction]) => (hour * HOUR_MS + minute * 60_000) * 2 + (direction > 0 ? 1 : 0),
  );

function run(day: number, changes: readonly Change[], spaceId = 1n): RolledUpRun {
  const packed = pack(changes);
  const rows = new Uint16Array(dayRowsSize(HOURS));
  const hours = rows.subarray(0, rollUp(packed, HOURS, rows) * ROW);
  return { spaceId, day, changes: packed, hours, quarters: new Uint16Array(0), ...effectOf(packed) };
}

const reset = (day: number, hour: number, count: number) => ({
  instant: day * DAY_MS + hour * HOUR_MS,
  count,
});

const watch = (watch: Partial<Watch> = {}): Watch => ({
  history: { schedules: [], resets: [reset(DAY, 0, 0)] },
  bandFloors: [Infinity, Infinity, Infinity],
  limit: Infinity,
  ...watch,
});

/** The hours of which an excerpt has changes. */
const hoursOf = (changes: Uint32Array) => [
  ...new Set(Array.from(changes, (change) => Math.floor((change >>> 1) / HOUR_MS))),
];

const people = (hour: number, entrances: number, exits: number): Change[] => [
  ...Array.from({ length: entrances }, (_, i): Change => [hour, i, 1]),
  ...Array.from({ length: exits }, (_, i): Change => [hour, 30 + i, -1]),
];

describe("an excerpt has the changes of the hours", () => {
  it.each<[string, number[], Change[], Watch]>([
    [
      "in which the count meets the floor (D7)",
      [9],
      [...people(8, 5, 0), ...people(9, 0, 6), ...people(10, 9, 0)],
      watch(),
    ],
    [
      "in which it meets the floor from what a reset has set",
      [9],
      [...people(8, 0, 5), ...people(9, 0, 6), ...people(10, 12, 0)],
      watch({ history: { schedules: [], resets: [reset(DAY, 0, 10)] } }),
    ],
    [
      "in which it changes its band",
      [9],
      [...people(8, 3, 0), ...people(9, 2, 0), ...people(10, 9, 0)],
      watch({ bandFloors: [4, Infinity, Infinity] }),
    ],
    [
      "in which it is unsafe",
      [9],
      [...people(8, 5, 0), ...people(9, 1, 2), ...people(10, 1, 0), ...people(11, 0, 5)],
      watch({ limit: 5 }),
    ],
    [
      "in which it is reset",
      [9],
      [...people(8, 5, 0), ...people(9, 1, 2), ...people(10, 9, 0)],
      watch({ history: { schedules: [], resets: [reset(DAY, 0, 0), reset(DAY, 9.5, 2)] } }),
    ],
    [
      "after a daily reset (D8)",
      [10],
      [...people(8, 9, 0), ...people(10, 0, 3)],
      watch({
        history: {
          schedules: [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset: "09:00" }],
          resets: [],
        },
      }),
    ],
  ])("%s", (_, hours, changes, watched) => {
    expect(hoursOf(new Excerpts(() => watched).of(run(DAY, changes)))).toEqual(hours);
  });

  it("by the count that the day before ended with", () => {
    const excerpts = new Excerpts(() => watch());
    excerpts.of(run(DAY, people(8, 9, 0)));
    expect(
      hoursOf(excerpts.of(run(DAY + 1, [...people(1, 0, 9), ...people(2, 0, 1), ...people(3, 9, 0)]))),
    ).toEqual([2]);
  });

  it("and none where the count is not known, or nothing of its space is, or it would have more than half", () => {
    const changes = [...people(8, 9, 0), ...people(9, 0, 1), ...people(10, 0, 9)];
    const later = watch({ history: { schedules: [], resets: [reset(DAY - 1, 0, 0)] } });
    expect(new Excerpts(() => later).of(run(DAY, changes))).toHaveLength(0);
    expect(new Excerpts(() => null).of(run(DAY, changes))).toHaveLength(0);
    expect(new Excerpts(() => watch({ limit: 1 })).of(run(DAY, changes))).toHaveLength(0);
    const other = new Excerpts(() => later);
    other.of(run(DAY, people(8, 1, 0), 1n));
    expect(other.of(run(DAY + 1, changes, 2n))).toHaveLength(0);
  });
});

describe("excerpts of any runs", () => {
  const changes = fc
    .array(fc.tuple(fc.nat(23), fc.nat(59), fc.constantFrom<1 | -1>(1, -1)), { maxLength: 60 })
    .map((all) => all.sort(([a, b], [c, d]) => a - c || b - d));

  it("have all of an hour's changes or none, in their order, and no more than half", () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 4 }), fc.nat(6), (days, limit) => {
        const excerpts = new Excerpts(() => watch({ limit }));
        for (const [i, day] of days.entries()) {
          const whole = run(DAY + i, day);
          const excerpt = excerpts.of(whole);
          const hours = hoursOf(excerpt);
          expect(excerpt).toEqual(
            whole.changes.filter((change) => hours.includes(Math.floor((change >>> 1) / HOUR_MS))),
          );
          expect(excerpt.length * 2).toBeLessThanOrEqual(whole.changes.length);
        }
      }),
    );
  });
});
