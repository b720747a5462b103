import { type Figure, say } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { IngestLoad, IngestLoadResult } from "./ingest-client.ts";
import { drive, serveBare } from "./ingest-processes.ts";

const LOAD_MS = 15_000;
const SENSORS = 1_500;

/** How events are posted: many requests of one, and few of many. */
const SHAPES = [
  { name: "1 event a POST, 64 connections", rows: 1, connections: 64, format: "JSON" },
  { name: "1000 events a POST, 8 connections", rows: 1_000, connections: 8, format: "JSON" },
  { name: "1000 events a POST, 32 connections", rows: 1_000, connections: 32, format: "JSON" },
  { name: "1000 events a POST as NDJSON, 8 connections", rows: 1_000, connections: 8, format: "NDJSON" },
  { name: "1000 events a POST as Arrow, 8 connections", rows: 1_000, connections: 8, format: "Arrow" },
] as const;

/** `POST /v2/sensor_events/`, beside a bare route that writes the same bytes and waits for the disk. */
export async function ingestBench(workspace: Workspace): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, rows, connections, format } of SHAPES) {
    say(`posting events, ${name}…`);
    const load = { rows, connections, format, sensors: SENSORS, ms: LOAD_MS };
    const bare = await measureBare(workspace, load);
    const stored = await measureServer(workspace, load);
    const figure = (what: string, result: IngestLoadResult): Figure => ({
      bench: "ingest",
      name: `${what}, ${name}`,
      events: null,
      values: {
        requests_per_s: result.requestsPerSecond,
        events_per_s: result.requestsPerSecond * rows,
        p50_ms: result.p50Ms,
        p99_ms: result.p99Ms,
        share_of_bare: result.requestsPerSecond / bare.requestsPerSecond,
      },
      runsMs: [],
    });
    figures.push(figure("bare Fastify, fdatasync", bare), figure("POST /v2/sensor_events/", stored));
  }
  return figures;
}

type Load = Pick<IngestLoad, "rows" | "connections" | "format" | "sensors" | "ms">;

async function measureServer(workspace: Workspace, load: Load): Promise<IngestLoadResult> {
  const { origin, token, stop } = await serve(await workspace.emptyDirectory("ingest"));
  const result = await drive({ ...load, origin, path: "/v2/sensor_events/", token });
  await stop();
  return result;
}

/** A bare route that writes the same bytes. */
async function measureBare(workspace: Workspace, load: Load): Promise<IngestLoadResult> {
  const { origin, stop } = await serveBare({ path: workspace.path("bare.log"), rows: load.rows, bytes: 0 });
  const result = await drive({ ...load, origin, path: "/", token: "" });
  await stop();
  return result;
}
