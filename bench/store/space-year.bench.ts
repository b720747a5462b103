import type { Dataset } from "../dataset.ts";
import { type Figure, info } from "../harness.ts";
import type { SizedRun } from "../sized-run.ts";
import { latenciesAndCpu, type Queries, timeCounts } from "./space-counts.ts";

const QUERIES = 300;
const YEAR_DAYS = 365;
const DAILY = { unit: "day", amount: 1 } as const;

/**
 * Queries of daily samples over a year or all available days, from local midnight and from midnight UTC. Days from
 * midnight UTC are calendar days of the space, too, so they begin an hour later or earlier after a clock change.
 */
export function yearQueries({ range }: Dataset): { readonly name: string; readonly queries: Queries }[] {
  const days = Math.min(YEAR_DAYS, range.days);
  return [true, false].map((isLocal) => ({
    name: `${days} day samples of a space, from ${isLocal ? "local midnight" : "midnight UTC"}`,
    queries: { days, interval: DAILY, count: QUERIES, isLocal },
  }));
}

/** Measures the daily samples and metrics of random spaces over a year. */
export async function spaceYearBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const figures: Figure[] = [];
  for (const { name, queries } of yearQueries(dataset)) {
    info(`${name}…`);
    const durations = await timeCounts(workspace, dataset, queries);
    figures.push({
      bench: "space year",
      name,
      events: dataset.events,
      values: latenciesAndCpu(durations),
      runsMs: [],
    });
  }
  return figures;
}
