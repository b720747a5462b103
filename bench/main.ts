import { tmpdir } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { type Figure, say } from "./harness.ts";
import { countsBench } from "./http/counts.bench.ts";
import { ingestBench } from "./http/ingest.bench.ts";
import { kernelsBench } from "./kernels/kernels.bench.ts";
import { liveBench } from "./live/live.bench.ts";
import { describeMachine } from "./machine.ts";
import { printTable, record } from "./report.ts";
import { loadBench } from "./store/load.bench.ts";
import { rebuildBench } from "./store/rebuild.bench.ts";
import { spaceMonthBench } from "./store/space-month.bench.ts";
import { Workspace } from "./workspace.ts";

/** The benches that run once for each number of events, in this order. */
const SIZED = {
  rebuild: rebuildBench,
  "space-month": spaceMonthBench,
  load: loadBench,
  http: countsBench,
} satisfies Record<string, (workspace: Workspace, events: number) => Promise<Figure[]>>;
type SizedName = keyof typeof SIZED;
const SIZED_NAMES = Object.keys(SIZED) as SizedName[];
const NAMES = [...SIZED_NAMES, "ingest", "live", "kernels"] as const;

interface Options {
  readonly events: readonly number[];
  readonly only: readonly string[];
  readonly dir: string;
  readonly record: boolean;
  readonly liveSeconds: number;
}

async function main({ events, only, dir, record: recording, liveSeconds }: Options): Promise<void> {
  const machine = describeMachine();
  const date = new Date();
  console.log(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB; Node ${machine.node}, ` +
      `DuckDB ${machine.duckdb}; commit ${machine.commit}`,
  );
  const report = (figures: readonly Figure[]) => {
    printTable(figures);
    if (recording) say(`recorded in ${record(figures, machine, date)}`);
  };
  const workspace = new Workspace(dir);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      workspace.remove();
      process.exit(1);
    });
  }
  try {
    if (only.includes("kernels")) report(await kernelsBench());
    if (only.includes("ingest")) report(await ingestBench(workspace));
    if (only.includes("live")) {
      for await (const figures of liveBench(workspace, liveSeconds)) report(figures);
    }
    for (const count of events) {
      for (const name of SIZED_NAMES) {
        if (only.includes(name)) report(await SIZED[name](workspace, count));
      }
    }
  } finally {
    workspace.remove();
  }
}

/** Reads `1m,10m`, `500k` or plain numbers. */
function readCounts(text: string): number[] {
  return text.split(",").map((part) => {
    const [, digits, unit] = /^(\d+)(k|m?)$/.exec(part.trim().toLowerCase()) ?? [];
    if (digits === undefined) throw new InvalidArgumentError("Write numbers of events such as 500k,1m,100m.");
    return Number(digits) * (unit === "k" ? 1e3 : unit === "m" ? 1e6 : 1);
  });
}

function readSeconds(text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : 0;
  if (seconds < 10 || seconds > 3_600) throw new InvalidArgumentError("Write seconds, from 10 to 3600.");
  return seconds;
}

function readNames(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (!(NAMES as readonly string[]).includes(name)) {
      throw new InvalidArgumentError(`There are the benches ${NAMES.join(", ")}.`);
    }
  }
  return names;
}

const program = new Command("bench")
  .description("Measures the engine beside DuckDB and bare Fastify, on generated data.")
  .addOption(
    new Option("--events <counts>", "sizes of the log").argParser(readCounts).default([1e6, 1e7], "1m,10m"),
  )
  .addOption(
    new Option("--only <names>", "which benches").argParser(readNames).default([...NAMES], NAMES.join(",")),
  )
  .option("--dir <folder>", "where to put the data, which is removed at the end", tmpdir())
  .addOption(
    new Option("--live-seconds <seconds>", "how long `live` watches sockets and webhooks under a steady load")
      .argParser(readSeconds)
      .default(20),
  )
  .option("--no-record", "append nothing to bench/results");
program.parse();
await main(program.opts<Options>());
