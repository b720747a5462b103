import fc from "fast-check";
import { expect, it } from "vitest";
import { findBreaches } from "../../src/engine/counts/count-series.ts";
import { changedUntil } from "../../src/series/replay-plan.ts";
import type { Scenario } from "../model/scenario.ts";
import { openServed } from "../support/analysis.ts";
import { feedScenario } from "../support/fed-scenario.ts";
import { historyOf, runsOf } from "../support/kernel.ts";
import { expectCopiedRows, hoursOf } from "../support/local-rows.ts";
import { check } from "../support/random.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { CaseCounts } from "./case-counts.ts";
import { copiedScenarios, scenarios } from "./generate.ts";

const CASES = 12;
const CHANGED_CASES = 150;
const HOUR = 3_600_000;

/** The share of cases, at least, that are of each kind. */
const LEAST = {
  "an hour that is short": 0.05,
  "hours of several offsets": 0.1,
  "hours between those of UTC": 0.05,
  "a breach": 0.1,
};

it("D2, D12, D15: hours, days and breaches by the kernel are those of the analysis copy", async () => {
  const folder = temporaryFolder();
  const served = await openServed(folder);
  const census = new CaseCounts<keyof typeof LEAST>();
  let organizations = 0n;
  await check(CASES, copiedScenarios, async (scenario) => {
    await feedScenario(served, scenario, folder, ++organizations);
    const { hours, breaches } = await expectCopiedRows(served, pastOf(scenario), scenario);
    census.add({
      "an hour that is short": hours.slice(0, -1).some(({ start, end }) => end - start !== HOUR),
      "hours of several offsets": new Set(hours.map(({ offset }) => offset)).size > 1,
      "hours between those of UTC": hours.some(({ offset }) => offset % HOUR !== 0),
      "a breach": breaches > 0,
    });
  });
  census.expectShares(LEAST);
});

const added = fc.record({
  near: fc.nat(99),
  nudge: fc.constantFrom(0, 0, 1, -1, 40 * 60_000),
  direction: fc.constantFrom(1 as const, -1 as const),
});

it("an event changes no hours and breaches beyond the next reset after it (D6)", async () => {
  const census = new CaseCounts<"an hour that changes" | "a breach that changes" | "a reset after it">();
  await check(CHANGED_CASES, fc.tuple(scenarios, added), async ([before, { near, nudge, direction }]) => {
    const { events, now, resets, start } = before;
    const instants = [start, ...events.map((event) => event.instant), ...resets.map((each) => each.instant)];
    const instant = (instants[near % instants.length] as number) + nudge;
    if (instant < 0 || instant >= now) return;
    const after = { ...before, events: [...events, { instant, direction }] };
    const until = changedUntil(historyOf(before), instant, now);
    const [hoursBefore, hoursAfter] = [await hoursOf(pastOf(before)), await hoursOf(pastOf(after))];
    const isOutside = (row: { start: number; end: number }) => row.end <= instant || row.start >= until;
    // If it is the first change, hours begin with it.
    const begin = hoursBefore[0]?.start ?? now;
    expect(hoursAfter.filter((hour) => hour.start >= begin && isOutside(hour))).toEqual(
      hoursBefore.filter(isOutside),
    );
    // A breach that ends at the event, or begins at the reset, can have been one that goes on.
    const [breachesBefore, breachesAfter] = [await breachesOf(before), await breachesOf(after)];
    const isApart = (breach: { start: number; end: number | null }) =>
      (breach.end ?? Infinity) < instant || breach.start > until;
    expect(breachesAfter.filter(isApart)).toEqual(breachesBefore.filter(isApart));
    census.add({
      "an hour that changes": JSON.stringify(hoursBefore) !== JSON.stringify(hoursAfter),
      "a breach that changes": JSON.stringify(breachesBefore) !== JSON.stringify(breachesAfter),
      "a reset after it": until < now,
    });
  });
  census.expectShares({
    "an hour that changes": 0.5,
    "a breach that changes": 0.05,
    "a reset after it": 0.3,
  });
});

function pastOf(scenario: Scenario) {
  return { runs: runsOf(scenario), history: historyOf(scenario), now: scenario.now };
}

function breachesOf(scenario: Scenario) {
  const { runs, history, now } = pastOf(scenario);
  return findBreaches(runs, history, { start: 0, end: now }, now);
}
