import { type Figure, say } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import { inTurn, middleOf, type Rounds, shareOfBare } from "./in-turn.ts";
import type { IngestLoad, IngestLoadResult } from "./ingest-client.ts";
import { drive, serveBare } from "./ingest-processes.ts";

/** How long V8 has to compile what each server does before it is timed, in ms. */
const WARM_UP_MS = 5_000;

/** How long each of the two is timed in a round, in ms. */
const ROUND_MS = 4_000;

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
    const load = { rows, connections, format, sensors: SENSORS };
    const bare = await serveBare({ path: workspace.path("bare.log"), rows, bytes: 0 });
    const served = await serve(await workspace.emptyDirectory("ingest"));
    const rounds = await measure(
      { ...load, origin: bare.origin, path: "/", token: "" },
      { ...load, origin: served.origin, path: "/v2/sensor_events/", token: served.token },
    );
    await bare.stop();
    await served.stop();
    const figure = (what: string, results: readonly IngestLoadResult[], share: number): Figure => ({
      bench: "ingest",
      name: `${what}, ${name}`,
      events: null,
      values: {
        requests_per_s: middleOf(results, ({ requestsPerSecond }) => requestsPerSecond),
        events_per_s: middleOf(results, ({ requestsPerSecond }) => requestsPerSecond) * rows,
        p50_ms: middleOf(results, ({ p50Ms }) => p50Ms),
        p99_ms: middleOf(results, ({ p99Ms }) => p99Ms),
        share_of_bare: share,
      },
      runsMs: [],
    });
    figures.push(
      figure("bare Fastify, fdatasync", rounds.bare, 1),
      figure("POST /v2/sensor_events/", rounds.product, shareOfBare(rounds)),
    );
  }
  return figures;
}

/** What came of two loads in turn. */
async function measure(bare: Load, product: Load): Promise<Rounds<IngestLoadResult>> {
  for (const load of [bare, product]) await drive({ ...load, ms: WARM_UP_MS });
  return inTurn(
    () => drive({ ...bare, ms: ROUND_MS }),
    () => drive({ ...product, ms: ROUND_MS }),
  );
}

type Load = Omit<IngestLoad, "ms">;
