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

/** Above this many events what takes minutes is timed once. */
const REPEATED_EVENTS_MAX = 20_000_000;
const REPEATED_PEER_EVENTS_MAX = 5_000_000;

/** The memory of the window functions; the rest spills into the workspace. */
const SQL_MEMORY = "10GB";

const EVERYTHING = { spaceId: null, from: -Infinity, to: Infinity, verify: false } as const;

/** Something timed, and who answered if it is not the product. */
interface Way {
  readonly name: string;
  readonly peer?: string;
  readonly timing: Timing;
}

/**
 * Hour samples of all spaces over the whole log: DuckDB's plain scan, its window functions and those of the
 * peers, and the product from its stored runs, on the same data; and what it takes to get there.
 */
export async function rebuildBench({ workspace, events, peers }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const repeats = dataset.events > REPEATED_EVENTS_MAX ? 1 : 3;
  const scans = [...(await timeScan(dataset)).runsMs];

  info("deriving the runs, then hour samples from them…");
  const product = await runProduct(dataset, repeats);

  info(`hour samples by SQL window functions (${repeats} times), compared with the product's…`);
  const sql = await withDatabase(dataset.directory, async (connection) => {
    await connection.run(`SET memory_limit = '${SQL_MEMORY}'`);
    await connection.run(`SET temp_directory = '${workspace.path("spilled")}'`);
    await prepareSqlSamples(connection, product.resets);
    const timing = await time(() => runSqlSamples(connection, dataset.range), { repeats });
    await compareSamples(connection, product.samples, dataset.range.start);
    return timing;
  });
  const rivals = await peers.each(dataset, (peer, loadMs) => runPeer(peer, loadMs, dataset, product.samples));
  scans.push(...(await timeScan(dataset)).runsMs);

  const scan = timing(scans);
  const figure = ({ name, peer, timing: { medianMs, runsMs } }: Way, isRival: boolean): Figure => ({
    bench: "rebuild",
    name,
    ...(peer === undefined ? {} : { peer }),
    events: dataset.events,
    values: {
      median_ms: medianMs,
      m_events_per_s: millionsPerSecond(dataset.events, medianMs),
      time_over_scan: medianMs / scan.medianMs,
      ...(isRival ? { speed_over_sql: sql.medianMs / medianMs } : {}),
    },
    runsMs,
  });
  return [
    figure({ name: "DuckDB plain scan of the log", timing: scan }, false),
    figure({ name: "DuckDB SQL windows, log → hour samples", timing: sql }, true),
    ...rivals.map(({ samples }) => figure(samples, true)),
    figure({ name: "stored runs, change by change → hour samples", timing: product.fromChanges }, true),
    figure({ name: "stored runs, by roll-ups → hour samples", timing: product.fromRollUps }, true),
    figure({ name: "the counts of each space, as the API has them", timing: product.ofEach }, true),
    figure({ name: "log → stored runs", timing: product.derive }, false),
    ...rivals.map(({ load }) => figure(load, false)),
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
  dataset.noteDerived();
  let samples: readonly SpaceSamples[] = [];
  const pass = (leaps: boolean) =>
    time(
      async () => {
        samples = await hourSamples(context, range, leaps);
      },
      { repeats: 7, warmUps: 2 },
    );
  const fromChanges = await pass(false);
  const plain = samples;
  const fromRollUps = await pass(true);
  if (!isDeepStrictEqual(samples, plain)) throw new Error("roll-ups answer otherwise than changes");
  const ofEach = await time(() => countSeriesOfEach(context, range), { repeats, warmUps: 1 });
  const resets = dailyResets(context, range);
  await close();
  return { derive, fromChanges, fromRollUps, ofEach, samples, resets };
}

/** A peer's window functions over bound events, which its answer is compared for; and loading those. */
async function runPeer(
  peer: OpenPeer,
  loadMs: number,
  { range, events }: Dataset,
  samples: readonly SpaceSamples[],
): Promise<Record<"samples" | "load", Way>> {
  const repeats = events > REPEATED_PEER_EVENTS_MAX ? 1 : 3;
  info(`hour samples by ${peer.title} (${repeats} times), compared with the product's…`);
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
  const way = (name: string, runs: readonly number[]): Way => ({
    name: `${peer.title} ${name}`,
    peer: peer.title,
    timing: timing(runs),
  });
  return {
    samples: way("windows, bound events → hour samples", runsMs),
    load: way("loading bound events", [loadMs]),
  };
}
