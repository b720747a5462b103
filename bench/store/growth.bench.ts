import type { Dataset } from "../dataset.ts";
import { type Figure, info, median } from "../harness.ts";
import type { BenchEngine } from "../site.ts";
import type { Workspace } from "../workspace.ts";
import { type Queries, queryCounts, randomTimes, type SpaceTime, WARM_UP_MS } from "./space-counts.ts";
import { MONTH } from "./space-month.bench.ts";
import { yearQueries } from "./space-year.bench.ts";

/** The number of rounds. Each opens the engines again, with empty caches. */
const ROUNDS = 5;

/**
 * Measures the same queries on logs of several sizes, and compares each with the smallest log. Every query runs on one
 * engine after another, so that changes in the speed of the machine affect all of them.
 */
export async function growthBench(workspace: Workspace, sizes: readonly number[]): Promise<Figure[]> {
  const datasets: Dataset[] = [];
  for (const events of sizes.toSorted((a, b) => a - b)) datasets.push(await workspace.dataset(events));
  const open = async () => {
    const engines: BenchEngine[] = [];
    for (const dataset of datasets) engines.push(await workspace.openDerived(dataset));
    return engines;
  };
  const smallest = datasets[0] as Dataset;
  const figures: Figure[] = [];
  for (const { name, queries } of [MONTH, ...yearQueries(smallest)]) {
    info(`${name}, on logs of all sizes…`);
    const runsMs = await queryAlternately(
      open,
      (engine) => randomTimes(engine, smallest.range, queries),
      queries,
    );
    const medians = runsMs.map(median);
    for (const [i, { events }] of datasets.entries()) {
      const p50 = medians[i] as number;
      figures.push({
        bench: "growth",
        name,
        events,
        values: { p50_ms: p50, of_smallest: p50 / (medians[0] as number) },
        runsMs: [],
      });
    }
  }
  return figures;
}

/** Runs the queries on all engines, and returns the durations in ms by engine. */
async function queryAlternately(
  open: () => Promise<BenchEngine[]>,
  timesOf: (engine: BenchEngine) => SpaceTime[],
  { interval, count }: Queries,
): Promise<number[][]> {
  const warm = await open();
  const times = warm.map(timesOf);
  const until = performance.now() + WARM_UP_MS * warm.length;
  for (let i = 0; performance.now() < until; i++) {
    for (const [j, engine] of warm.entries()) {
      const own = times[j] as SpaceTime[];
      await queryCounts(engine, own[i % own.length] as SpaceTime, interval);
    }
  }
  for (const engine of warm) await engine.close();
  const runsMs: number[][] = warm.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const cold = await open();
    for (let i = 0; i < count; i++) {
      for (const [j, engine] of cold.entries()) {
        const began = performance.now();
        await queryCounts(engine, times[j]?.[i] as SpaceTime, interval);
        runsMs[j]?.push(performance.now() - began);
      }
    }
    for (const engine of cold) await engine.close();
  }
  return runsMs;
}
