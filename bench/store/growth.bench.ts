import type { Dataset } from "../dataset.ts";
import { type Figure, info, quantile } from "../harness.ts";
import type { BenchEngine } from "../site.ts";
import type { Workspace } from "../workspace.ts";
import { ask, type Questions, randomTimes, type SpaceTime, WARM_UP_MS } from "./space-counts.ts";
import { MONTH } from "./space-month.bench.ts";
import { yearQuestions } from "./space-year.bench.ts";

/** How often the engines are opened again, with nothing in their caches. */
const ROUNDS = 5;

/**
 * What the same questions take out of more events: each is asked of the engines in turn, so that all meet the same
 * machine. To be compared with the smallest.
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
  for (const { name, questions } of [MONTH, ...yearQuestions(smallest)]) {
    info(`${name}, out of each number of events in turn…`);
    const runsMs = await askInTurn(
      open,
      (engine) => randomTimes(engine, smallest.range, questions),
      questions,
    );
    const middles = runsMs.map((runs) => quantile(runs, 0.5));
    for (const [i, { events }] of datasets.entries()) {
      const p50 = middles[i] as number;
      figures.push({
        bench: "growth",
        name,
        events,
        values: { p50_ms: p50, of_smallest: p50 / (middles[0] as number) },
        runsMs: [],
      });
    }
  }
  return figures;
}

/** The durations of each engine's answers, in ms. */
async function askInTurn(
  open: () => Promise<BenchEngine[]>,
  timesOf: (engine: BenchEngine) => SpaceTime[],
  { interval, count }: Questions,
): Promise<number[][]> {
  const warm = await open();
  const times = warm.map(timesOf);
  const until = performance.now() + WARM_UP_MS * warm.length;
  for (let i = 0; performance.now() < until; i++) {
    for (const [j, engine] of warm.entries()) {
      const asked = times[j] as SpaceTime[];
      await ask(engine, asked[i % asked.length] as SpaceTime, interval);
    }
  }
  for (const engine of warm) await engine.close();
  const runsMs: number[][] = warm.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const cold = await open();
    for (let i = 0; i < count; i++) {
      for (const [j, engine] of cold.entries()) {
        const began = performance.now();
        await ask(engine, times[j]?.[i] as SpaceTime, interval);
        runsMs[j]?.push(performance.now() - began);
      }
    }
    for (const engine of cold) await engine.close();
  }
  return runsMs;
}
