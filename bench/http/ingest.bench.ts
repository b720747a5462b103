import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import { alternate, WARM_UP_MS } from "./alternate.ts";
import { drive, serveBaseline } from "./ingest-processes.ts";

const SENSORS = 1_500;

/** The loads: many requests with one event each, and few requests with many events. */
const SHAPES = [
  { name: "1 event a POST, 64 connections", rows: 1, connections: 64, format: "JSON" },
  { name: "1000 events a POST, 8 connections", rows: 1_000, connections: 8, format: "JSON" },
  { name: "1000 events a POST, 32 connections", rows: 1_000, connections: 32, format: "JSON" },
  { name: "1000 events a POST as NDJSON, 8 connections", rows: 1_000, connections: 8, format: "NDJSON" },
] as const;

/** Measures `POST /v2/sensor_events/` and a baseline route that writes the same bytes to disk. */
export async function ingestBench(workspace: Workspace): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, rows, connections, format } of SHAPES) {
    info(`posting events, ${name}…`);
    const load = { rows, connections, format, sensors: SENSORS };
    const baseline = await serveBaseline({ path: workspace.path("baseline.log"), rows, bytes: 0 });
    const served = await serve(await workspace.emptyDirectory("ingest"));
    const postToBaseline = (ms: number) =>
      drive({ ...load, ms, origin: baseline.origin, path: "/", token: "" });
    const post = (ms: number) =>
      drive({ ...load, ms, origin: served.origin, path: "/v2/sensor_events/", token: served.token });
    await postToBaseline(WARM_UP_MS);
    await post(WARM_UP_MS);
    const rounds = await alternate(postToBaseline, post);
    await baseline.stop();
    await served.stop();
    const figure = (what: string, values: Figure["values"]): Figure => ({
      bench: "ingest",
      name: `${what}, ${name}`,
      events: null,
      values: { ...values, events_per_s: (values.requests_per_s as number) * rows },
      runsMs: [],
    });
    figures.push(
      figure("baseline Fastify, fdatasync", rounds.baseline),
      figure("POST /v2/sensor_events/", rounds.product),
    );
  }
  return figures;
}
