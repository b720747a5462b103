import { endChildren } from "./child.ts";
import { clusterBench } from "./cluster/cluster.bench.ts";
import { type Figure, info } from "./harness.ts";
import { countsBench } from "./http/counts.bench.ts";
import { dashboardBench } from "./http/dashboard.bench.ts";
import { ingestBench } from "./http/ingest.bench.ts";
import { lateBench } from "./http/late.bench.ts";
import { readingsBench } from "./http/readings.bench.ts";
import { readsBench } from "./http/reads.bench.ts";
import { sqlBench } from "./http/sql.bench.ts";
import { steadyReadsBench } from "./http/steady.bench.ts";
import { kernelsBench } from "./kernels/kernels.bench.ts";
import { liveBench } from "./live/live.bench.ts";
import { describeMachine } from "./machine.ts";
import { mirrorBench } from "./mirror/mirror.bench.ts";
import { planBench } from "./mirror/plan.ts";
import { type Options, readOptions } from "./options.ts";
import { Peers } from "./peers/peers.ts";
import { printTable, record } from "./report.ts";
import { measuredRange } from "./site.ts";
import type { SizedRun } from "./sized-run.ts";
import { diskBench } from "./store/disk.bench.ts";
import { growthBench } from "./store/growth.bench.ts";
import { loadBench } from "./store/load.bench.ts";
import { minutesBench } from "./store/minutes.bench.ts";
import { rebuildBench } from "./store/rebuild.bench.ts";
import { spaceMonthBench } from "./store/space-month.bench.ts";
import { spaceYearBench } from "./store/space-year.bench.ts";
import { totalsBench } from "./store/totals.bench.ts";
import { Workspace } from "./workspace.ts";

/** The benchmarks that run once for each number of events, in this order. */
const SIZED = {
  rebuild: rebuildBench,
  "space-month": spaceMonthBench,
  "space-year": spaceYearBench,
  minutes: minutesBench,
  load: loadBench,
  disk: diskBench,
  http: countsBench,
  dashboard: dashboardBench,
  late: lateBench,
  steady: steadyReadsBench,
  sql: sqlBench,
  mirror: mirrorBench,
} satisfies Record<string, (run: SizedRun) => Promise<Figure[]>>;
type SizedName = keyof typeof SIZED;
const SIZED_NAMES = Object.keys(SIZED) as SizedName[];

async function main(workspace: Workspace, options: Options): Promise<void> {
  const { events, only, liveSeconds, steadySeconds } = options;
  const machine = describeMachine();
  const date = new Date();
  console.log(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB; Node ${machine.node}, ` +
      `DuckDB ${machine.duckdb}; commit ${machine.commit}`,
  );
  const report = (figures: readonly Figure[]) => {
    printTable(figures);
    if (options.record) info(`recorded in ${record(figures, machine, date)}`);
  };
  if (only.includes("kernels")) report(await kernelsBench());
  if (only.includes("ingest")) report(await ingestBench(workspace));
  if (only.includes("readings")) report(await readingsBench(workspace));
  if (only.includes("totals")) report(await totalsBench(workspace));
  if (only.includes("reads")) report(await readsBench(workspace));
  if (only.includes("cluster")) report(await clusterBench(workspace));
  if (only.includes("mirror-plan")) report(planBench());
  if (only.includes("live")) {
    for await (const figures of liveBench(workspace, liveSeconds)) report(figures);
  }
  if (only.includes("growth")) report(await growthBench(workspace, events));
  const peers = new Peers(workspace, options.peers);
  for (const count of events) {
    for (const name of SIZED_NAMES) {
      if (only.includes(name)) report(await SIZED[name]({ workspace, events: count, peers, steadySeconds }));
    }
  }
}

const options = readOptions([
  ...SIZED_NAMES,
  "growth",
  "ingest",
  "readings",
  "totals",
  "reads",
  "cluster",
  "mirror-plan",
  "live",
  "kernels",
]);
const workspace = new Workspace({
  parent: options.dir,
  keep: options.keepData ?? null,
  range: measuredRange(options.days),
});
// `npm run bench` starts this script with `node --import tsx`: the command `tsx` is a parent process that kills a script
// which does not handle a signal in time.
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    isInterrupted = true;
    await endChildren();
    workspace.remove();
    process.exit(1);
  });
}
try {
  await main(workspace, options);
} catch (error) {
  // After an interruption, errors only report the ended child processes.
  if (!isInterrupted) throw error;
} finally {
  if (!isInterrupted) workspace.remove();
}
