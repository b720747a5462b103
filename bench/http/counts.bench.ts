import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import type { SizedRun } from "../sized-run.ts";
import { measureBesideBaseline } from "./beside-baseline.ts";
import { get } from "./get.ts";
import { COUNTS_SAMPLES, randomCountsPaths } from "./paths.ts";

/** The number of URLs. It is so large that a cache of whole responses would not help. */
const PATHS = 256;

/** Measures `GET /v2/spaces/:id/counts/` by the hour, with random spaces and times, and a baseline server. */
export async function countsBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  info("serving counts over HTTP…");
  const dataset = await workspace.dataset(events);
  const { directory, spaceIds } = await workspace.derived(dataset);
  const server = await serve(directory);
  const paths = randomCountsPaths(spaceIds, dataset.range, PATHS);
  const { results } = await get<{ results: unknown[] }>(server, paths[0] as string);
  if (results.length !== COUNTS_SAMPLES) throw new Error(`a response has ${results.length} samples`);
  const name = `GET /v2/spaces/:id/counts/, ${COUNTS_SAMPLES} hours`;
  const figures = await measureBesideBaseline(server, {
    bench: "http",
    name,
    events: dataset.events,
    paths,
  });
  await server.stop();
  return figures;
}
