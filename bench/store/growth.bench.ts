import type { Dataset } from "../dataset.ts";
import { type Figure, quantile, say } from "../harness.ts";
import type { BenchEngine } from "../site.ts";
import type { Workspace } from "../workspace.ts";
import { HOURLY } from "./hour-samples.ts";
import { ask, type Questions, randomTimes, type SpaceTime, WARM_UP_MS } from "./space-counts.ts";
import { DAILY } from "./space-year.bench.ts";

/** How often the engines are opened again, with nothing in their caches. */
const ROUNDS = 5;
const QUERIES = 300;

/** Whole days that the data has at least. */
const MONTH_DAYS = 30;

/**
 * What the same questions take out of more events: each is asked of the engines in turn, so that all meet the same
 * machine. To be compared with the smallest.
 */
export async function growthBench(workspace: Workspace, sizes: readonly number[]): Promise<Figure[]> {
  const datasets: Dataset[] = [];
  for (const events of sizes) datasets.push(await workspace.dataset(events));
  const open = async () => {
    const engines: BenchEngine[] = [];
    for (const dataset of datasets) engines.push(await workspace.openDerived(dataset));
    return engines;
  };
  const { range } = datasets[0] as Dataset;
  const kinds: readonly (readonly [name: string, questions: Questions])[] = [
    ["720 hour samples of a space", { days: MONTH_DAYS, interval: HOURLY, count: QUERIES, isLocal: false }],
    ...[true, false].map(
      (isLocal) =>
        [
          `${range.days} day samples of a space, from ${isLocal ? "its midnight" : "midnight UTC"}`,
          { days: range.days, interval: DAILY, count: QUERIES, isLocal },
        ] as const,
    ),
  ];
  const figures: Figure[] = [];
  for (const [name, questions] of kinds) {
    say(`${name}, out of each number of events in turn…`);
    const runsMs = await askInTurn(open, (engine) => randomTimes(engine, range, questions), questions);
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

/** What each engine's answers took, in ms. */
async function askInTurn(
  open: () => Promise<BenchEngine[]>,
  timesOf: (engine: BenchEngine) => SpaceTime[],
  { interval }: Questions,
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
    for (let i = 0; i < QUERIES; i++) {
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
