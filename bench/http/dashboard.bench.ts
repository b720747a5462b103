import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import type { SizedRun } from "../sized-run.ts";
import { measureBesideBaseline } from "./beside-baseline.ts";
import { get } from "./get.ts";
import { DASHBOARD_SPACES, dashboardPaths } from "./paths.ts";

const PATHS = 64;

/** Measures `GET /v2/counts/`: a day by the hour of different random spaces in each request, and a baseline server. */
export async function dashboardBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  info("serving dashboards over HTTP…");
  const dataset = await workspace.dataset(events);
  const { directory, spaceIds } = await workspace.derived(dataset);
  const server = await serve(directory);
  const paths = dashboardPaths(spaceIds, dataset.range, PATHS);
  const { results } = await get<{ results: { results: unknown[] }[] }>(server, paths[0] as string);
  if (results.length !== DASHBOARD_SPACES || results.some((space) => space.results.length !== 24)) {
    throw new Error("a response lacks spaces or hours");
  }
  const name = `GET /v2/counts/, ${DASHBOARD_SPACES} spaces, the last day by the hour`;
  const figures = await measureBesideBaseline(server, {
    bench: "dashboard",
    name,
    events: dataset.events,
    paths,
  });
  await server.stop();
  return figures;
}
