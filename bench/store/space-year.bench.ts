import { type Figure, say } from "../harness.ts";
import type { SizedRun } from "../sized-run.ts";
import { latenciesAndCpu, timeCounts } from "./space-counts.ts";

const QUERIES = 300;
const YEAR_DAYS = 365;
const DAILY = { unit: "day", amount: 1 } as const;

/** A year's day samples and metrics of one space at a time, or of all the days there are; spaces at random. */
export async function spaceYearBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const days = Math.min(YEAR_DAYS, dataset.range.days);
  say(`${days} days of a space by the day…`);
  const taken = await timeCounts(workspace, dataset, { days, interval: DAILY, count: QUERIES });
  return [
    {
      bench: "space year",
      name: `${days} day samples of a space`,
      events: dataset.events,
      values: latenciesAndCpu(taken),
      runsMs: [],
    },
  ];
}
