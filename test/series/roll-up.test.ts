import fc from "fast-check";
import { expect, it } from "vitest";
import {
  dayRowsSize,
  ENTRANCES,
  EXITS,
  FALL,
  HOURS,
  integralAt,
  openingAt,
  QUARTERS,
  RISE,
  ROW_CHANGES_MAX,
  rollUp,
} from "../../src/series/roll-up.ts";
import { effectOf, packChange } from "../../src/series/run-block.ts";
import { checkProperty } from "../support/random.ts";

it.each([
  { level: QUARTERS, direction: 1 },
  { level: QUARTERS, direction: -1 },
  { level: HOURS, direction: 1 },
  { level: HOURS, direction: -1 },
])(
  "a row of $level.part has at most ROW_CHANGES_MAX changes, all of direction $direction",
  ({ level, direction }) => {
    const most = new Uint32Array(ROW_CHANGES_MAX).fill(packChange(0, direction));
    const rows = new Uint16Array(dayRowsSize(level));
    expect(rollUp(most, level, rows)).toBe(1);
    const [entrances, exits] = direction > 0 ? [ROW_CHANGES_MAX, 0] : [0, ROW_CHANGES_MAX];
    expect([ENTRANCES, RISE, EXITS, FALL].map((at) => rows[at])).toEqual([
      entrances,
      entrances,
      exits,
      exits,
    ]);
    expect(openingAt(rows, 0)).toBe(direction * ROW_CHANGES_MAX);
    expect(integralAt(rows, 0)).toBe(direction * ROW_CHANGES_MAX * level.unit);
    expect(rollUp(Uint32Array.of(...most, packChange(1, direction)), level, rows)).toBe(-1);
  },
);

it("a run's effect is that of its changes one by one (D7)", async () => {
  const directions = fc.array(fc.constantFrom(1, -1, -1), { maxLength: 80 });
  await checkProperty(
    fc.property(directions, fc.nat(50), (changes, count) => {
      const { net, base } = effectOf(Uint32Array.from(changes, (direction) => packChange(5, direction)));
      const after = changes.reduce((sum, direction) => Math.max(0, sum + direction), count);
      expect(changes.length === 0 ? count : Math.max(count + net, base)).toBe(after);
    }),
    { numRuns: 500 },
  );
});
