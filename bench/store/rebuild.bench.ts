import { isDeepStrictEqual } from "node:util";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Dataset } from "../dataset.ts";
import { type Figure, info, millionsPerSecond, type Timing, time, timing } from "../harness.ts";
import { withDatabase } from "../log.ts";
import type { OpenPeer } from "../peers/open-peer.ts";
import { PEER_FORMATS } from "../peers/peer.ts";
import { openEngine } from "../site.ts";
import type { SizedRun } from "../sized-run.ts";
import { benchStatement } from "../statements.ts";
import { compareSamples } from "./compare-samples.ts";
import { countSeriesOfEach, hourSamples, type SpaceSamples } from "./hour-samples.ts";
import { dailyResets, prepareSqlSamples, runSqlSamples } from "./sql-hour-samples.ts";

/** The numbers of events above which operations of several minutes run only once. */
const REPEATED_EVENTS_MAX = 20_000_000;
const REPEATED_PEER_EVENTS_MAX = 5_000_000;

/** The memory limit of DuckDB's window functions. Beyond it DuckDB spills to the workspace. */
const SQL_MEMORY = "10GB";

const EVERYTHING = { spaceId: null, from: -Infinity, to: Infinity, verify: false } as const;

/** A measured method, and the peer that it belongs to if it is not Headcount. */
interface Method {
  readonly name: string;
  readonly peer?: string;
  readonly timing: Timing;
}

/**
 * Measures the hour samples of all spaces over the whole log, on the same data: window functions of DuckDB and of the
 * peers, and Headcount from its stored runs. Also measures a plain scan of the log, deriving the runs, and loading the
 * peers.
 */
export async function rebuildBench({ workspace, events, peers }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const repeats = dataset.events > REPEATED_EVENTS_MAX ? 1 : 3;
  const scans = [...(await timeScan(dataset)).runsMs];

  info("deriving the runs, and computing hour samples from them…");
  const product = await runProduct(dataset, repeats);

  info(`computing hour samples with SQL window functions (${repeats} times) and comparing them…`);
  const sql = await withDatabase(dataset.directory, async (connection) => {
    await connection.run(`SET memory_limit = '${SQL_MEMORY}'`);
    await connection.run(`SET temp_directory = '${workspace.path("spilled")}'`);
    await prepareSqlSamples(connection, product.resets);
    const timing = await time(() => runSqlSamples(connection, dataset.range), { repeats });
    await compareSamples(connection, product.samples, dataset.range.start);
    return timing;
  });
  const peerMethods = await peers.each(dataset, (peer, loadMs) =>
    runPeer(peer, loadMs, dataset, product.samples),
  );
  scans.push(...(await timeScan(dataset)).runsMs);

  const scan = timing(scans);
  const figure = (
    { name, peer, timing: { medianMs, runsMs } }: Method,
    computesSamples: boolean,
  ): Figure => ({
    bench: "rebuild",
    name,
    ...(peer === undefined ? {} : { peer }),
    events: dataset.events,
    values: {
      median_ms: medianMs,
      m_events_per_s: millionsPerSecond(dataset.events, medianMs),
      time_over_scan: medianMs / scan.medianMs,
      ...(computesSamples ? { speed_over_sql: sql.medianMs / medianMs } : {}),
    },
    runsMs,
  });
  return [
    figure({ name: "DuckDB plain scan of the log", timing: scan }, false),
    figure({ name: "DuckDB SQL windows, log → hour samples", timing: sql }, true),
    ...peerMethods.map(({ samples }) => figure(samples, true)),
    figure({ name: "stored runs, change by change → hour samples", timing: product.fromChanges }, true),
    figure({ name: "stored runs, by roll-ups → hour samples", timing: product.fromRollUps }, true),
    figure({ name: "counts of each space with metrics", timing: product.ofEach }, true),
    figure({ name: "log → stored runs", timing: product.derive }, false),
    ...peerMethods.map(({ load }) => figure(load, false)),
  ];
}

function timeScan({ directory }: Dataset): Promise<Timing> {
  const scan = (connection: DuckDBConnection) => connection.runAndReadAll(benchStatement("plain-scan"));
  return withDatabase(directory, (connection) => time(() => scan(connection), { repeats: 7, warmUps: 2 }));
}

async function runProduct(dataset: Dataset, repeats: number) {
  const { range } = dataset;
  const { context, close } = await openEngine(dataset.directory);
  const derive = await time(() => context.events.rebuild(EVERYTHING), { repeats });
  dataset.markDerived();
  let samples: readonly SpaceSamples[] = [];
  const pass = (useRollUps: boolean) =>
    time(
      async () => {
        samples = await hourSamples(context, range, useRollUps);
      },
      { repeats: 7, warmUps: 2 },
    );
  const fromChanges = await pass(false);
  const plain = samples;
  const fromRollUps = await pass(true);
  if (!isDeepStrictEqual(samples, plain))
    throw new Error("samples from roll-ups differ from samples from changes");
  const ofEach = await time(() => countSeriesOfEach(context, range), { repeats, warmUps: 1 });
  const resets = dailyResets(context, range);
  await close();
  return { derive, fromChanges, fromRollUps, ofEach, samples, resets };
}

/** Measures a peer's window functions over assigned events, and compares its samples with those of Headcount. */
async function runPeer(
  peer: OpenPeer,
  loadMs: number,
  { range, events }: Dataset,
  samples: readonly SpaceSamples[],
): Promise<Record<"samples" | "load", Method>> {
  const repeats = events > REPEATED_PEER_EVENTS_MAX ? 1 : 3;
  info(`computing hour samples with ${peer.title} (${repeats} times) and comparing them…`);
  const runsMs: number[] = [];
  for (let run = 0; run < repeats; run++) runsMs.push(await peer.sampleHours(range.start, range.end));
  await peer.writeHours();
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const read = benchStatement(`read-peer-samples-${PEER_FORMATS[peer.name]}`);
  await connection.run(read, { path: peer.hoursFile });
  await compareSamples(connection, samples, range.start);
  connection.closeSync();
  instance.closeSync();
  const method = (name: string, runs: readonly number[]): Method => ({
    name: `${peer.title} ${name}`,
    peer: peer.title,
    timing: timing(runs),
  });
  return {
    samples: method("windows, assigned events → hour samples", runsMs),
    load: method("loading assigned events", [loadMs]),
  };
}
