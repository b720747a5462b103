import { intervalGrid } from "../../src/domain/interval.ts";
import { safeLimit } from "../../src/domain/resources.ts";
import { measuredWindows } from "../../src/domain/time-segment.ts";
import type { SpaceHistory } from "../../src/engine/catalog/catalog.ts";
import {
  type CountSeries,
  countSeries,
  findBreaches,
  replayRuns,
} from "../../src/engine/counts/count-series.ts";
import type { RunReader } from "../../src/engine/ports.ts";
import { type Breach, BreachMeter } from "../../src/series/breach-meter.ts";
import { summarize, targetBandFloors } from "../../src/series/range-metrics.ts";
import { NO_FLOOR, planReplay } from "../../src/series/replay-plan.ts";
import type { RollUpLevel } from "../../src/series/roll-up.ts";
import { SampleMeter } from "../../src/series/sample-meter.ts";
import type { Samples } from "../../src/series/samples.ts";
import type { Scenario } from "../model/scenario.ts";
import type { ModelSample, ModelSeries } from "../model/series.ts";
import { type MemoryRunsOptions, memoryRuns } from "./memory-runs.ts";

/** The id of a scenario's space. */
export const SPACE_ID = 7n;

/** Reads a scenario's events. */
export function runsOf(scenario: Scenario, options?: MemoryRunsOptions): RunReader {
  return memoryRuns(new Map([[SPACE_ID, scenario.events]]), options);
}

/** A scenario's space and what resets it, as the catalog hands them to the kernel. */
export function historyOf(scenario: Scenario, id = SPACE_ID): SpaceHistory {
  return {
    space: { ...scenario, id, name: "Scenario" },
    schedules: scenario.schedules.map((schedule) => ({
      ...schedule,
      from: schedule.from ?? -Infinity,
      to: schedule.to ?? Infinity,
    })),
    resets: scenario.resets.toSorted((a, b) => a.instant - b.instant),
  };
}

/** Asks the kernel for a scenario's counts, and writes them as the model does. */
export async function kernelSeries(scenario: Scenario): Promise<ModelSeries> {
  return plainSeries(await kernelSeriesOf(scenario));
}

/** The same, as the engine answers it. */
export function kernelSeriesOf(scenario: Scenario): Promise<CountSeries> {
  return countSeries(runsOf(scenario), historyOf(scenario), scenario);
}

/** The same if nothing keeps the count from falling below 0 (D7), over all of the range's time. */
export async function kernelSeriesWithoutFloor(scenario: Scenario): Promise<ModelSeries> {
  const { start, end, interval, timeZone, targetCapacity } = scenario;
  const grid = intervalGrid(start, end, interval, timeZone);
  const windows = Float64Array.of(start, end);
  const meter = new SampleMeter({ grid, windows, bandFloors: targetBandFloors(targetCapacity) });
  const plan = planReplay(historyOf(scenario), start, end, NO_FLOOR);
  await replayRuns(runsOf(scenario), SPACE_ID, plan, end, [meter]);
  const metrics = summarize(meter.samples, meter.totals, targetCapacity);
  return { samples: plainSamples(meter.samples), metrics, safeThreshold: null };
}

/** The results of a scenario's meters if the replay uses the roll-ups of a level, whether they suit its grid or not. */
export async function seenBy(scenario: Scenario, level: RollUpLevel | null, options?: MemoryRunsOptions) {
  const { start, end, interval, timeZone, targetCapacity, segments } = scenario;
  const grid = intervalGrid(start, end, interval, timeZone);
  const windows =
    segments === null ? Float64Array.of(start, end) : measuredWindows(segments, timeZone, start, end);
  const sampling = new SampleMeter({ grid, windows, bandFloors: targetBandFloors(targetCapacity) });
  const plan = planReplay(historyOf(scenario), start, end);
  const breaching = new BreachMeter(safeLimit(scenario) ?? Infinity, plan.origin.instant, end);
  await replayRuns(runsOf(scenario, options), SPACE_ID, plan, end, [sampling, breaching], level);
  return { samples: plainSamples(sampling.samples), totals: sampling.totals, breaches: breaching.breaches };
}

/** Asks the kernel for the breaches that touch a scenario's range. */
export function kernelBreaches(scenario: Scenario): Promise<readonly Breach[]> {
  return findBreaches(runsOf(scenario), historyOf(scenario), scenario, scenario.now);
}

/** An answer of the engine as the model writes it. */
export function plainSeries({ samples, metrics, safeThreshold }: CountSeries): ModelSeries {
  return { samples: plainSamples(samples), metrics, safeThreshold };
}

function plainSamples(samples: Samples): ModelSample[] {
  const at = (column: ArrayLike<number>, i: number) => column[i] as number;
  return Array.from({ length: samples.length }, (_, i) => ({
    start: at(samples.starts, i),
    end: at(samples.ends, i),
    count: at(samples.counts, i),
    min: at(samples.mins, i),
    max: at(samples.maxs, i),
    entrances: at(samples.entrances, i),
    exits: at(samples.exits, i),
    average: at(samples.averages, i),
    measured: at(samples.measured, i),
  }));
}
