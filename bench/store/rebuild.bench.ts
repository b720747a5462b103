import type { DuckDBConnection } from "@duckdb/node-api";
import type { Dataset } from "../dataset.ts";
import { type Figure, millionsPerSecond, say, type Timing, time, timing } from "../harness.ts";
import { withDatabase } from "../log.ts";
import { openEngine } from "../site.ts";
import { benchStatement } from "../statements.ts";
import type { Workspace } from "../workspace.ts";
import { compareSamples } from "./compare-samples.ts";
import { countSeriesOfEach, hourSamples, type SpaceSamples } from "./hour-samples.ts";
import { dailyResets, prepareSqlSamples, runSqlSamples } from "./sql-hour-samples.ts";

/** Above this many events what takes minutes is timed once. */
const REPEATED_EVENTS_MAX = 20_000_000;

/** What the window functions may use; the rest spills into the workspace. */
const SQL_MEMORY = "10GB";

const EVERYTHING = { spaceId: null, from: -Infinity, to: Infinity, verify: false } as const;

/**
 * Hour samples of all spaces over the whole log: DuckDB's plain scan, its window functions, and the
 * product from its stored runs, on the same data; and deriving the runs.
 */
export async function rebuildBench(workspace: Workspace, events: number): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const repeats = dataset.events > REPEATED_EVENTS_MAX ? 1 : 3;
  const scans = [...(await timeScan(dataset)).runsMs];

  say("deriving the runs, then hour samples from them…");
  const product = await runProduct(dataset, repeats);
  dataset.noteDerived();

  say(`hour samples by SQL window functions (${repeats} times), compared with the product's…`);
  const sql = await withDatabase(dataset.directory, async (connection) => {
    await connection.run(`SET memory_limit = '${SQL_MEMORY}'`);
    await connection.run(`SET temp_directory = '${workspace.path("spilled")}'`);
    await prepareSqlSamples(connection, product.resets);
    const timing = await time(() => runSqlSamples(connection, dataset.range), { repeats });
    await compareSamples(connection, product.samples, dataset.range.start);
    return timing;
  });
  scans.push(...(await timeScan(dataset)).runsMs);

  const scan = timing(scans);
  const figure = (name: string, { medianMs, runsMs }: Timing, isRival = false): Figure => ({
    bench: "rebuild",
    name,
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
    figure("DuckDB plain scan of the log", scan),
    figure("DuckDB SQL windows, log → hour samples", sql, true),
    figure("stored runs → hour samples, one pass", product.onePass, true),
    figure("stored runs → hour samples, a query a space", product.ofEach, true),
    figure("log → stored runs", product.derive),
  ];
}

function timeScan({ directory }: Dataset): Promise<Timing> {
  const scan = (connection: DuckDBConnection) => connection.runAndReadAll(benchStatement("plain-scan"));
  return withDatabase(directory, (connection) => time(() => scan(connection), { repeats: 7, warmUps: 2 }));
}

async function runProduct({ directory, range }: Dataset, repeats: number) {
  const { context, close } = await openEngine(directory);
  const derive = await time(() => context.events.rebuild(EVERYTHING), { repeats });
  let samples: readonly SpaceSamples[] = [];
  const onePass = await time(
    async () => {
      samples = await hourSamples(context, range);
    },
    { repeats: 7, warmUps: 2 },
  );
  const ofEach = await time(() => countSeriesOfEach(context, range), { repeats, warmUps: 1 });
  const resets = dailyResets(context, range);
  await close();
  return { derive, onePass, ofEach, samples, resets };
}
