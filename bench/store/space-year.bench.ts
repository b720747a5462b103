import { type Figure, say } from "../harness.ts";
import type { SizedRun } from "../sized-run.ts";
import { latenciesAndCpu, timeCounts } from "./space-counts.ts";

const QUERIES = 300;
const YEAR_DAYS = 365;
export const DAILY = { unit: "day", amount: 1 } as const;

/**
 * A year's day samples and metrics of one space at a time, or of all the days there are, spaces at random: of its own
 * days, and of those that begin with UTC's or, after a change of its clocks, an hour off.
 */
export async function spaceYearBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const days = Math.min(YEAR_DAYS, dataset.range.days);
  const figures: Figure[] = [];
  for (const isLocal of [true, false]) {
    const from = isLocal ? "its midnight" : "midnight UTC";
    say(`${days} days of a space by the day, from ${from}…`);
    const questions = { days, interval: DAILY, count: QUERIES, isLocal };
    const taken = await timeCounts(workspace, dataset, questions);
    figures.push({
      bench: "space year",
      name: `${days} day samples of a space, from ${from}`,
      events: dataset.events,
      values: latenciesAndCpu(taken),
      runsMs: [],
    });
  }
  return figures;
}
