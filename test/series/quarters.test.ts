import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DAY_ROWS_SIZE,
  ENTRANCES,
  EXITS,
  effectOf,
  FALL,
  fallTimeAt,
  integralAt,
  openingAt,
  QUARTER_CHANGES_MAX,
  QUARTER_MS,
  quarterAt,
  RISE,
  ROW,
  riseTimeAt,
  rollUp,
} from "../../src/series/quarters.ts";

interface Change {
  readonly ms: number;
  readonly direction: number;
}

/** A quarter's row, as its definition says it, ms by ms of the changes. */
function rowOf(quarter: number, changes: readonly Change[]) {
  const start = quarter * QUARTER_MS;
  const mine = changes.filter(({ ms }) => Math.floor(ms / QUARTER_MS) === quarter);
  const sums = [0];
  for (const { direction } of mine) sums.push((sums.at(-1) ?? 0) + direction);
  return {
    quarter,
    entrances: mine.filter(({ direction }) => direction > 0).length,
    exits: mine.filter(({ direction }) => direction < 0).length,
    fall: 0 - Math.min(...sums),
    rise: Math.max(...sums),
    fallTime: fallTimeOf(mine, sums, start),
    riseTime: riseTimeOf(mine, sums, start),
    opening: mine.filter(({ ms }) => ms === start).reduce((sum, { direction }) => sum + direction, 0),
    integral: mine.reduce((sum, { ms, direction }) => sum + direction * (start + QUARTER_MS - ms), 0),
  };
}

/** When a sum of changes was first at its lowest, and at its highest, in ms from a start; 0 where it began there. */
function fallTimeOf(changes: readonly Change[], sums: readonly number[], start: number): number {
  const index = sums.indexOf(Math.min(...sums));
  return index === 0 ? 0 : (changes[index - 1]?.ms ?? 0) - start;
}

function riseTimeOf(changes: readonly Change[], sums: readonly number[], start: number): number {
  const index = sums.indexOf(Math.max(...sums));
  return index === 0 ? 0 : (changes[index - 1]?.ms ?? 0) - start;
}

function read(rows: Uint16Array, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const at = index * ROW;
    return {
      quarter: quarterAt(rows, at),
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

describe("roll-ups", () => {
  it("say of each quarter with changes what it amounts to", () => {
    fc.assert(
      fc.property(days, (changes) => {
        const rows = new Uint16Array(DAY_ROWS_SIZE + 7);
        const quarters = [...new Set(changes.map(({ ms }) => Math.floor(ms / QUARTER_MS)))];
        expect(rollUp(pack(changes), rows)).toBe(quarters.length);
        expect(read(rows, quarters.length)).toEqual(quarters.map((quarter) => rowOf(quarter, changes)));
      }),
      { numRuns: 500 },
    );
  });

  it("hold the most that a quarter may have, either way, and refuse one more", () => {
    for (const direction of [1, -1]) {
      const most = Array.from({ length: QUARTER_CHANGES_MAX }, () => ({ ms: 0, direction }));
      const rows = new Uint16Array(DAY_ROWS_SIZE);
      expect(rollUp(pack(most), rows)).toBe(1);
      expect(read(rows, 1)).toEqual([rowOf(0, most)]);
      expect(rollUp(pack([...most, { ms: 1, direction }]), rows)).toBe(-1);
    }
  });

  it("what a run does to a count as a whole is what its changes do one by one (D7)", () => {
    fc.assert(
      fc.property(days, fc.nat(50), (changes, count) => {
        const { net, base } = effectOf(pack(changes));
        const after = changes.reduce((sum, { direction }) => Math.max(0, sum + direction), count);
        expect(changes.length === 0 ? count : Math.max(count + net, base)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });
});
