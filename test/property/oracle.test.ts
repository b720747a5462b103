import fc from "fast-check";
import { expect, it } from "vitest";
import { countAt, probeCounts } from "../../src/engine/counts/count-series.ts";
import { readCounts } from "../../src/engine/live/live-counts.ts";
import { breachesOf } from "../model/breaches.ts";
import { intervals, measured, within } from "../model/pieces.ts";
import type { Scenario } from "../model/scenario.ts";
import { type ModelSeries, seriesOf } from "../model/series.ts";
import { dailyResets, openingAt, type Step, settledAt, timeline } from "../model/timeline.ts";
import { offsetAt } from "../model/zone.ts";
import { historyOf, kernelBreaches, kernelSeriesWithoutFloor, runsOf, SPACE_ID } from "../support/kernel.ts";
import { memoryRuns } from "../support/memory-runs.ts";
import { check } from "../support/random.ts";
import { CaseCounts } from "./case-counts.ts";
import { neighbours, scenarios } from "./generate.ts";
import { expectSeries } from "./same-series.ts";

const SERIES_CASES = 450;
const NO_FLOOR_CASES = 120;
const PROBES_CASES = 120;
const SPACES_CASES = 60;
const BREACHES_CASES = 120;

it("count series are as D10 to D15 define", async () => {
  const census = new CaseCounts<keyof typeof LEAST>();
  await check(SERIES_CASES, scenarios, async (scenario) => {
    census.add(kindsOf(scenario, await expectSeries(scenario)));
  });
  census.expectShares(LEAST);
});

/** The share of cases, at least, that are of each kind. */
const LEAST = {
  "a daily reset in range": 0.3,
  "a daily reset and an explicit one at one instant": 0.07,
  "explicit resets at one instant": 0.07,
  "a reset and an event at one instant": 0.3,
  "events at one instant": 0.5,
  "a day of many events": 0.02,
  "an event at an interval's start": 0.4,
  "an exit from an empty space": 0.4,
  "an empty range": 0.03,
  "a range without events": 0.04,
  "a change of offset in range": 0.15,
  "an overnight segment": 0.15,
  "several pieces in one interval": 0.06,
  "nothing measured": 0.06,
  "a change of schedule in range": 0.1,
  "an unsafe measured time": 0.15,
  "a sum beyond 2^53": 0.01,
};

function kindsOf(
  scenario: Scenario,
  { metrics, safeThreshold }: ModelSeries,
): Record<keyof typeof LEAST, boolean> {
  const { start, end, schedules, segments, timeZone } = scenario;
  const inRange = (instant: number) => instant >= start && instant < end;
  const daily = dailyResets(schedules, start, end - 1);
  const events = scenario.events.map(({ instant }) => instant).filter(inRange);
  const resets = scenario.resets.map(({ instant }) => instant).filter(inRange);
  const pieces = measured(scenario);
  const grid = intervals(start, end, scenario.interval, timeZone);
  const steps = timeline(scenario, start, end);
  return {
    "a daily reset in range": daily.length > 0,
    "a daily reset and an explicit one at one instant": daily.some((instant) => resets.includes(instant)),
    "explicit resets at one instant": new Set(resets).size < resets.length,
    "a reset and an event at one instant": [...daily, ...resets].some((instant) => events.includes(instant)),
    "events at one instant": new Set(events).size < events.length,
    "a day of many events": scenario.events.length > 300,
    "an event at an interval's start": grid.some(({ from }) => events.includes(from)),
    "an exit from an empty space": steps.some((step, i) => exitsEmpty(step, steps[i - 1])),
    "an empty range": start === end,
    "a range without events": start < end && events.length === 0,
    "a change of offset in range": grid.some(
      ({ from, to }) => offsetAt(timeZone, from) !== offsetAt(timeZone, to),
    ),
    "an overnight segment": segments?.some((segment) => segment.end <= segment.start) ?? false,
    "several pieces in one interval": grid.some((interval) => within(pieces, interval).length > 1),
    "nothing measured": start < end && pieces.length === 0,
    "a change of schedule in range": schedules.some(
      ({ from }) => from !== null && from > start && from < end,
    ),
    "an unsafe measured time": (safeThreshold?.unsafeDuration ?? 0) > 0,
    "a sum beyond 2^53": (metrics.count.average ?? 0) * (end - start) > 2 ** 53,
  };
}

function exitsEmpty(step: Step, last: Step | undefined): boolean {
  return step.direction === -1 && (last?.count ?? 0) === 0;
}

it("without a floor counts fall below 0, and nothing else differs (D7)", async () => {
  const census = new CaseCounts<"a count below 0">();
  const unrestricted = scenarios.map((scenario) => ({
    ...scenario,
    segments: null,
    safeThresholdMode: null,
  }));
  await check(NO_FLOOR_CASES, unrestricted, async (scenario) => {
    const model = seriesOf(scenario, null);
    census.add({ "a count below 0": model.samples.some(({ min }) => min < 0) });
    expect(await kernelSeriesWithoutFloor(scenario)).toEqual(model);
  });
  census.expectShares({ "a count below 0": 0.15 });
});

it("N(t), and the count before an instant's events, are as D6 and D7 define", async () => {
  await check(
    PROBES_CASES,
    fc.tuple(scenarios, fc.array(fc.nat(9_999), { maxLength: 12 })),
    async ([scenario, picks]) => {
      const steps = timeline(scenario, scenario.start, scenario.now + 1);
      const candidates = [scenario.start, scenario.end, ...steps.map(({ instant }) => instant)];
      const chosen = picks.map((pick) => (candidates[pick % candidates.length] as number) + (pick % 3) - 1);
      const instants = [...new Set(chosen)]
        .filter((instant) => instant <= scenario.now)
        .sort((a, b) => a - b);
      const runs = runsOf(scenario);
      const probe = await probeCounts(runs, historyOf(scenario), Float64Array.from(instants));
      expect([...probe.opening]).toEqual(instants.map((instant) => openingAt(steps, instant)));
      expect([...probe.closing]).toEqual(instants.map((instant) => settledAt(steps, instant)));
      expect(await countAt(runs, historyOf(scenario), scenario.start)).toBe(settledAt(steps, scenario.start));
    },
  );
});

it("several spaces' counts are each space's own (D7)", async () => {
  await check(SPACES_CASES, fc.tuple(neighbours, fc.nat(3)), async ([chosen, pick]) => {
    const instant = chosen[pick % chosen.length]?.end ?? 0;
    const ids = chosen.map((_, i) => SPACE_ID + BigInt(i));
    const runs = memoryRuns(new Map(chosen.map(({ events }, i) => [ids[i] as bigint, events])));
    const histories = chosen.map((scenario, i) => historyOf(scenario, ids[i]));
    const expected = chosen.map((scenario) => settledAt(timeline(scenario, instant, instant), instant));
    const counts = await readCounts(runs, histories.toReversed(), instant);
    expect(ids.map((id) => counts.get(id)?.at(instant))).toEqual(expected);
    expect(counts.size).toBe(chosen.length);
  });
});

it("breaches are whole spans of unsafe time (D15)", async () => {
  const census = new CaseCounts<keyof typeof LEAST_BREACHES>();
  await check(BREACHES_CASES, scenarios, async (scenario) => {
    const breaches = breachesOf(scenario);
    census.add({
      "some breach": breaches.length > 0,
      "a breach from before the range": breaches.some(({ start }) => start < scenario.start),
      "a breach until after the range": breaches.some(({ end }) => end !== null && end > scenario.end),
      "a breach that lasts": breaches.some(({ end }) => end === null),
    });
    expect(await kernelBreaches(scenario)).toEqual(breaches);
  });
  census.expectShares(LEAST_BREACHES);
});

const LEAST_BREACHES = {
  "some breach": 0.2,
  "a breach from before the range": 0.1,
  "a breach until after the range": 0.01,
  "a breach that lasts": 0.1,
};
