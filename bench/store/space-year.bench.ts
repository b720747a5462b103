import type { Dataset } from "../dataset.ts";
import { type Figure, info } from "../harness.ts";
import type { SizedRun } from "../sized-run.ts";
import { latenciesAndCpu, type Questions, timeCounts } from "./space-counts.ts";

const QUERIES = 300;
const YEAR_DAYS = 365;
const DAILY = { unit: "day", amount: 1 } as const;

/**
 * Day samples of a year, or of all the days there are: of a space's own days, and of those that begin with UTC's or,
 * after a change of its clocks, an hour off.
 */
export function yearQuestions({
  range,
}: Dataset): { readonly name: string; readonly questions: Questions }[] {
  const days = Math.min(YEAR_DAYS, range.days);
  return [true, false].map((isLocal) => ({
    name: `${days} day samples of a space, from ${isLocal ? "its midnight" : "midnight UTC"}`,
    questions: { days, interval: DAILY, count: QUERIES, isLocal },
  }));
}

/** A year's day samples and metrics of one space at a time, spaces at random. */
export async function spaceYearBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const figures: Figure[] = [];
  for (const { name, questions } of yearQuestions(dataset)) {
    info(`${name}…`);
    const taken = await timeCounts(workspace, dataset, questions);
    figures.push({
      bench: "space year",
      name,
      events: dataset.events,
      values: latenciesAndCpu(taken),
      runsMs: [],
    });
  }
  return figures;
}
