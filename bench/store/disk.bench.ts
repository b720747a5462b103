import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import type { Dataset } from "../dataset.ts";
import { type Figure, info, timing } from "../harness.ts";
import { get } from "../http/get.ts";
import { randomCountsPaths } from "../http/paths.ts";
import { withDatabase } from "../log.ts";
import { serve } from "../served.ts";
import type { SizedRun } from "../sized-run.ts";
import { benchStatement } from "../statements.ts";

const STARTS = 3;
const REQUESTS = 300;

/**
 * Measures the bytes on disk of a log, of its runs and of the same events in the peers, the start time of `headcount
 * serve` with the files in the page cache, and its memory after random requests.
 */
export async function diskBench({ workspace, events, peers }: SizedRun): Promise<Figure[]> {
  info("measuring sizes on disk and in memory…");
  const dataset = await workspace.dataset(events);
  const { directory, spaceIds } = await workspace.derived(dataset);
  const [log, free] = await withDatabase(directory, async (connection) => [
    await readBytes(connection, "table-bytes", { table: "event" }),
    await readBytes(connection, "free-bytes", {}),
  ]);
  const peerSizes = await peers.each(dataset, async (peer) => ({
    title: peer.title,
    bytes: await peer.eventBytes(),
  }));
  const size = (name: string, bytes: number, peer?: string): Figure => ({
    bench: "disk",
    name,
    ...(peer === undefined ? {} : { peer }),
    events: dataset.events,
    values: { mib: bytes / 2 ** 20, bytes_per_event: bytes / dataset.events },
    runsMs: [],
  });
  return [
    size("log", log),
    size("runs with their roll-ups", directoryBytes(join(directory, RUNS_FOLDER))),
    size("whole directory", directoryBytes(directory) - free),
    ...peerSizes.map(({ title, bytes }) => size(`${title}, assigned events`, bytes, title)),
    await measureServer(dataset, spaceIds),
  ];
}

async function readBytes(
  connection: DuckDBConnection,
  statement: string,
  values: Record<string, string>,
): Promise<number> {
  const result = await connection.runAndReadAll(benchStatement(statement), values);
  return Number(result.getRows()[0]?.[0]);
}

function directoryBytes(directory: string): number {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

async function measureServer(
  { directory, events, range }: Dataset,
  spaceIds: readonly bigint[],
): Promise<Figure> {
  const starts: number[] = [];
  let memory = Number.NaN;
  for (let start = 0; start < STARTS; start++) {
    const server = await serve(directory);
    starts.push(server.startMs);
    if (start === STARTS - 1) {
      for (const path of randomCountsPaths(spaceIds, range, REQUESTS)) await get(server, path);
      memory = await server.memory();
    }
    await server.stop();
  }
  const { medianMs, runsMs } = timing(starts);
  return {
    bench: "disk",
    name: `headcount serve, start and ${REQUESTS} random requests`,
    events,
    values: { start_ms: medianMs, resident_mib: memory },
    runsMs,
  };
}
