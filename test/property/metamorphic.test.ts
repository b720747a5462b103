import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { flooredAt, HOURS, QUARTERS, ROW, type RollUpLevel } from "../../src/series/roll-up.ts";
import { SampleMeter } from "../../src/series/sample-meter.ts";
import { historyOf, runsOf, SPACE_ID, seenBy } from "../support/kernel.ts";
import type { MemoryEvent } from "../support/memory-runs.ts";
import { check } from "../support/random.ts";
import { CaseCounts } from "./case-counts.ts";
import { scenarios } from "./generate.ts";

const CASES = 120;

it("roll-ups of any length, floored at any counts, give the same counts as the changes, for any intervals", async () => {
  const levels = fc.constantFrom(QUARTERS, HOURS);
  const used = new Set<RollUpLevel["part"]>();
  const original = SampleMeter.prototype.leap;
  const leap = vi.spyOn(SampleMeter.prototype, "leap").mockImplementation(function (
    this: SampleMeter,
    cursor,
    to,
  ) {
    used.add(cursor.level.part);
    original.call(this, cursor, to);
  });
  onTestFinished(() => leap.mockRestore());
  const census = new CaseCounts<RollUpLevel["part"] | "floored">();
  const kept = fc.record({ blockDays: fc.integer({ min: 1, max: 40 }), emptyDays: fc.boolean() });
  const storing = fc.oneof(
    kept,
    scenarios.map((other) => ({ resets: historyOf(other) })),
    fc.constant(null),
  );
  await check(CASES, fc.tuple(scenarios, levels, storing), async ([drawn, level, stored]) => {
    const isRolled = stored === null || "resets" in stored;
    const scenario = isRolled ? { ...drawn, events: drawn.events.flatMap(thirteen) } : drawn;
    used.clear();
    const options = stored ?? { resets: historyOf(scenario) };
    expect(await seenBy(scenario, level, options)).toEqual(await seenBy(scenario, null));
    // Each run is in a block of its own.
    const parts = await runsOf(scenario, options).read(SPACE_ID, -Infinity, Infinity, async (pieces) =>
      pieces.map(({ block }) => block.load("hours", 0)),
    );
    census.add({
      quarters: used.has("quarters"),
      hours: used.has("hours"),
      floored: isRolled && parts.some(hasFlooredRow),
    });
  });
  census.expectShares({ quarters: 0.1, hours: 0.1, floored: 0.05 });
});

/** Many events around one, most of them in its direction: runs of few are not rolled up. */
function thirteen({ instant, direction }: MemoryEvent): MemoryEvent[] {
  return Array.from({ length: 13 }, (_, i) => ({
    instant: instant + i * 7_000,
    direction: i % 5 === 4 ? (direction === 1 ? -1 : 1) : direction,
  }));
}

function hasFlooredRow(rows: Uint16Array): boolean {
  return rows.some((_, at) => at % ROW === 0 && flooredAt(rows, at) > 0);
}
