import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dayRowsSize,
  ENTRANCES,
  EXITS,
  FALL,
  fallTimeAt,
  HOURS,
  integralAt,
  openingAt,
  QUARTER_MS,
  QUARTERS,
  RISE,
  ROW,
  ROW_CHANGES_MAX,
  type RollUpLevel,
  riseTimeAt,
  rollUp,
  startAt,
} from "../../src/series/roll-up.ts";
import { effectOf } from "../../src/series/run-block.ts";
import { checkProperty } from "../support/random.ts";

const DAY_MS = 86_400_000;

interface Change {
  readonly ms: number;
  readonly direction: number;
}

/** The spans of a level in a day, each from one ms of it up to, not including, another. */
function spansOf({ unit }: RollUpLevel): [start: number, end: number][] {
  return Array.from({ length: DAY_MS / unit }, (_, i) => [i * unit, (i + 1) * unit]);
}

/** A span's row by its definition. */
function rowOf([start, end]: readonly [number, number], mine: readonly Change[]) {
  const sums = [0];
  for (const { direction } of mine) sums.push((sums.at(-1) ?? 0) + direction);
  // When the sum was first at its lowest, or its highest, from the start on; 0 if it began there.
  const timeOf = (sum: number) => (mine[sums.indexOf(sum) - 1]?.ms ?? start) - start;
  return {
    start,
    entrances: mine.filter(({ direction }) => direction > 0).length,
    exits: mine.filter(({ direction }) => direction < 0).length,
    fall: 0 - Math.min(...sums),
    rise: Math.max(...sums),
    fallTime: timeOf(Math.min(...sums)),
    riseTime: timeOf(Math.max(...sums)),
    opening: mine.filter(({ ms }) => ms === start).reduce((sum, { direction }) => sum + direction, 0),
    integral: mine.reduce((sum, { ms, direction }) => sum + direction * (end - ms), 0),
  };
}

/** The rows of all spans that have changes. */
function rowsOf(level: RollUpLevel, changes: readonly Change[]) {
  return spansOf(level)
    .map((span) => ({ span, mine: changes.filter(({ ms }) => ms >= span[0] && ms < span[1]) }))
    .filter(({ mine }) => mine.length > 0)
    .map(({ span, mine }) => rowOf(span, mine));
}

function read(level: RollUpLevel, rows: Uint16Array, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const at = index * ROW;
    return {
      start: startAt(level, rows, at),
      entrances: rows[at + ENTRANCES],
      exits: rows[at + EXITS],
      fall: rows[at + FALL],
      rise: rows[at + RISE],
      fallTime: fallTimeAt(rows, at),
      riseTime: riseTimeAt(rows, at),
      opening: openingAt(rows, at),
      integral: integralAt(rows, at),
    };
  });
}

const pack = (changes: readonly Change[]) =>
  Uint32Array.from(changes, ({ ms, direction }) => ms * 2 + (direction > 0 ? 1 : 0));

const change = fc.record({
  // At the edges of quarters as often as within.
  ms: fc
    .tuple(fc.nat(95), fc.constantFrom(0, 0, 1, 450_000, 899_999))
    .map(([quarter, ms]) => quarter * QUARTER_MS + ms),
  direction: fc.constantFrom(1, -1, -1),
});
const days = fc.array(change, { maxLength: 80 }).map((changes) => changes.sort((a, b) => a.ms - b.ms));

describe.each([QUARTERS, HOURS])("roll-ups by $part", (level) => {
  it("summarise each span that has changes", async () => {
    await checkProperty(
      fc.property(days, (changes) => {
        const rows = new Uint16Array(dayRowsSize(level) + 7);
        const expected = rowsOf(level, changes);
        expect(rollUp(pack(changes), level, rows)).toBe(expected.length);
        expect(read(level, rows, expected.length)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("have at most ROW_CHANGES_MAX changes per span, in either direction", () => {
    for (const direction of [1, -1]) {
      const most = Array.from({ length: ROW_CHANGES_MAX }, () => ({ ms: 0, direction }));
      const rows = new Uint16Array(dayRowsSize(level));
      expect(rollUp(pack(most), level, rows)).toBe(1);
      expect(read(level, rows, 1)).toEqual(rowsOf(level, most));
      expect(rollUp(pack([...most, { ms: 1, direction }]), level, rows)).toBe(-1);
    }
  });
});

describe("a run's effect", () => {
  it("is that of its changes one by one (D7)", async () => {
    await checkProperty(
      fc.property(days, fc.nat(50), (changes, count) => {
        const { net, base } = effectOf(pack(changes));
        const after = changes.reduce((sum, { direction }) => Math.max(0, sum + direction), count);
        expect(changes.length === 0 ? count : Math.max(count + net, base)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });
});
