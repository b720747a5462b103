import { type Figure, say } from "../harness.ts";
import type { Workspace } from "../workspace.ts";
import { HOURLY } from "./hour-samples.ts";
import { latencies, randomTimes, timeCounts } from "./space-counts.ts";

const QUERIES = 400;
const MONTH_DAYS = 30;

/** A month's hour samples and metrics of one space at a time, spaces and months at random. */
export async function spaceMonthBench(workspace: Workspace, events: number): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const engine = await workspace.openDerived(dataset);
  say("a month of a space by the hour…");
  const spaceIds = engine.context.catalog.spaces.all().map(({ id }) => id);
  const times = randomTimes(spaceIds, dataset.range, MONTH_DAYS, QUERIES);
  const product = await timeCounts(engine, times, HOURLY);
  await engine.close();
  return [
    {
      bench: "space month",
      name: "720 hour samples of a space",
      events: dataset.events,
      values: latencies(product.runsMs),
      runsMs: [],
    },
  ];
}
