import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { flooredAt, HOURS, QUARTERS, ROW, type RollUpLevel } from "../../src/series/roll-up.ts";
import type { PartNumbers } from "../../src/series/run-block.ts";
import { SampleMeter } from "../../src/series/sample-meter.ts";
import { byPart } from "../../src/store/runs/run-file-format.ts";
import type { Scenario } from "../model/scenario.ts";
import { historyOf, kernelBreaches, kernelSeries, runsOf, SPACE_ID, seenBy } from "../support/kernel.ts";
import type { MemoryEvent } from "../support/memory-runs.ts";
import { check } from "../support/random.ts";
import { CaseCounts } from "./case-counts.ts";
import { scenarios } from "./generate.ts";

const CASES = 60;

it("the layout of runs in blocks and their roll-ups do not change any count", async () => {
  const kept = fc.record({
    plain: fc.boolean(),
    blockDays: fc.integer({ min: 1, max: 40 }),
    emptyDays: fc.boolean(),
  });
  const leap = vi.spyOn(SampleMeter.prototype, "leap");
  onTestFinished(() => leap.mockRestore());
  const census = new CaseCounts<"roll-ups are used">();
  await check(CASES, fc.tuple(scenarios, kept), async ([scenario, options]) => {
    leap.mockClear();
    expect(await kernelSeries(scenario, options)).toEqual(await kernelSeries(scenario));
    census.add({ "roll-ups are used": leap.mock.calls.length > 0 });
    expect(await kernelBreaches(scenario, options)).toEqual(await kernelBreaches(scenario));
  });
  census.expectShares({ "roll-ups are used": 0.15 });
});

it("roll-ups of any length give the same counts as the changes, for any intervals", async () => {
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
  const census = new CaseCounts<RollUpLevel["part"]>();
  const kept = fc.record({ blockDays: fc.integer({ min: 1, max: 40 }) });
  const options = fc.oneof(
    kept,
    scenarios.map((other) => ({ resets: historyOf(other) })),
    fc.constant(null),
  );
  await check(2 * CASES, fc.tuple(scenarios, levels, options), async ([drawn, level, stored]) => {
    const isRolled = stored === null || "resets" in stored;
    const scenario = isRolled ? { ...drawn, events: drawn.events.flatMap(thirteen) } : drawn;
    used.clear();
    expect(await seenBy(scenario, level, stored ?? { resets: historyOf(scenario) })).toEqual(
      await seenBy(scenario, null),
    );
    const isUsed = (part: RollUpLevel["part"]) => used.has(part);
    census.add({ quarters: isUsed("quarters"), hours: isUsed("hours") });
  });
  census.expectShares({ quarters: 0.1, hours: 0.1 });
});

it("runs rolled up with the resets of the time when they were stored give the same counts to later queries", async () => {
  const census = new CaseCounts<"floored">();
  await check(CASES, fc.tuple(scenarios, scenarios, fc.boolean()), async ([drawn, other, isSame]) => {
    const scenario = { ...drawn, events: drawn.events.flatMap(thirteen) };
    const options = { resets: historyOf(isSame ? scenario : other) };
    expect(await kernelSeries(scenario, options)).toEqual(await kernelSeries(scenario, { plain: true }));
    expect(await kernelBreaches(scenario, options)).toEqual(await kernelBreaches(scenario, { plain: true }));
    // Each run is in a block of its own.
    const parts = await runsOf(scenario, options).read(SPACE_ID, -Infinity, Infinity, async (pieces) =>
      pieces.map(({ block }) => byPart((part) => block.load(part, 0)) as unknown as PartNumbers),
    );
    census.add({ floored: parts.some(({ hours }) => hasFlooredRow(hours)) });
  });
  census.expectShares({ floored: 0.15 });
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

it("D6: the order of arrival counts only among events, and among resets, of the same instant", async () => {
  await check(CASES, fc.tuple(scenarios, fc.array(fc.nat(), { minLength: 7 })), async ([scenario, keys]) => {
    const shuffled: Scenario = {
      ...scenario,
      events: shuffleInstants(scenario.events, keys),
      resets: shuffleInstants(scenario.resets, keys),
    };
    expect(await kernelSeries(shuffled)).toEqual(await kernelSeries(scenario));
  });
});

/** Changes the order of the items, but not among those of the same instant. */
function shuffleInstants<T extends { readonly instant: number }>(
  items: readonly T[],
  keys: readonly number[],
): T[] {
  const instants = [...new Set(items.map(({ instant }) => instant))];
  const key = new Map(instants.map((instant, i) => [instant, keys[i % keys.length] as number]));
  return items.toSorted(
    (a, b) => (key.get(a.instant) ?? 0) - (key.get(b.instant) ?? 0) || a.instant - b.instant,
  );
}
