import { type Figure, middle, say } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { IngestLoad, IngestLoadResult } from "./ingest-client.ts";
import { drive, serveBare } from "./ingest-processes.ts";

/** How long V8 has to compile what each server does before it is timed, in ms. */
const WARM_UP_MS = 5_000;

/** How often each of the two is timed, in turn, since a machine changes its speed; and how long each time, in ms. */
const ROUNDS = 5;
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
    const [ofBare, ofServed] = await measureInTurn(
      { ...load, origin: bare.origin, path: "/", token: "" },
      { ...load, origin: served.origin, path: "/v2/sensor_events/", token: served.token },
    );
    await bare.stop();
    await served.stop();
    const shares = ofServed.map((result, round) => result.requestsPerSecond / rateOf(ofBare[round]));
    const figure = (what: string, results: readonly IngestLoadResult[], share: number): Figure => ({
      bench: "ingest",
      name: `${what}, ${name}`,
      events: null,
      values: {
        requests_per_s: middle(results.map(rateOf)),
        events_per_s: middle(results.map(rateOf)) * rows,
        p50_ms: middle(results.map(({ p50Ms }) => p50Ms)),
        p99_ms: middle(results.map(({ p99Ms }) => p99Ms)),
        share_of_bare: share,
      },
      runsMs: [],
    });
    figures.push(
      figure("bare Fastify, fdatasync", ofBare, 1),
      figure("POST /v2/sensor_events/", ofServed, middle(shares)),
    );
  }
  return figures;
}

/** What came of each round of two loads in turn. */
async function measureInTurn(
  ...loads: readonly [Omit<IngestLoad, "ms">, Omit<IngestLoad, "ms">]
): Promise<readonly [IngestLoadResult[], IngestLoadResult[]]> {
  const [first, second] = loads;
  for (const load of loads) await drive({ ...load, ms: WARM_UP_MS });
  const results: [IngestLoadResult[], IngestLoadResult[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    results[0].push(await drive({ ...first, ms: ROUND_MS }));
    results[1].push(await drive({ ...second, ms: ROUND_MS }));
  }
  return results;
}

function rateOf(result: IngestLoadResult | undefined): number {
  return result?.requestsPerSecond ?? Number.NaN;
}
