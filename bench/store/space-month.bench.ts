import { DAY_MS } from "../../src/domain/instant.ts";
import { spaceCounts } from "../../src/engine/count-queries.ts";
import { type Figure, quantile, timing } from "../harness.ts";
import { seeded } from "../random.ts";
import { DAYS, START } from "../site.ts";
import type { Workspace } from "../workspace.ts";
import { HOURLY } from "./hour-samples.ts";

const QUERIES = 400;
const WARM_UPS = 40;
const MONTH_DAYS = 30;
const SEED = 3;

/** A month's hour samples and metrics of one space at a time, spaces and months at random. */
export async function spaceMonthBench(workspace: Workspace, events: number): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const { context, close } = await workspace.openDerived(dataset);
  const random = seeded(SEED);
  const spaces = context.catalog.spaces.all();
  const runsMs: number[] = [];
  for (let query = -WARM_UPS; query < QUERIES; query++) {
    const space = spaces[Math.floor(random() * spaces.length)];
    const start = START + Math.floor(random() * (DAYS - MONTH_DAYS)) * DAY_MS;
    if (space === undefined) throw new Error("the site has no spaces");
    const began = performance.now();
    await spaceCounts(context, space.id, {
      start,
      end: start + MONTH_DAYS * DAY_MS,
      interval: HOURLY,
      segments: {},
    });
    if (query >= 0) runsMs.push(performance.now() - began);
  }
  await close();
  const values = { p50_ms: timing(runsMs).medianMs, p99_ms: quantile(runsMs, 0.99) };
  return [
    { bench: "space month", name: "720 hour samples of a space", events: dataset.events, values, runsMs: [] },
  ];
}
