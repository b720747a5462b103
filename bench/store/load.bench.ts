import { rmSync, statSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { loadFile } from "../../src/engine/events/event-changes.ts";
import type { Dataset } from "../dataset.ts";
import { type Figure, info, millionsPerSecond, time, timing } from "../harness.ts";
import { withDatabase } from "../log.ts";
import { openEngine } from "../site.ts";
import type { SizedRun } from "../sized-run.ts";
import { benchStatement } from "../statements.ts";
import type { Workspace } from "../workspace.ts";

/** Larger files take longer and give the same rates. */
const EVENTS_MAX = 20_000_000;
const REPEATS = 3;

/** The options of DuckDB's COPY for each format. */
const FORMATS = {
  csv: "FORMAT csv, HEADER",
  parquet: "FORMAT parquet",
  ndjson: "FORMAT json",
} as const;
type Format = keyof typeof FORMATS;

/** Measures loading files of events into Headcount, and into a plain table with DuckDB's readers. */
export async function loadBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  if (events > EVENTS_MAX) return [];
  const dataset = await workspace.dataset(events);
  const figures: Figure[] = [];
  for (const format of Object.keys(FORMATS) as Format[]) {
    info(`loading ${format}…`);
    const file = await writeFile(workspace, dataset, format);
    const bytes = statSync(file).size;
    const baseline = await time(() => loadBaseline(workspace, file, format), { repeats: REPEATS });
    const runsMs: number[] = [];
    for (let run = 0; run < REPEATS; run++) runsMs.push(await timeLoad(workspace, file, dataset.events));
    const product = timing(runsMs);
    for (const [name, { medianMs, runsMs }] of [
      [`${format}: DuckDB into a plain table`, baseline],
      [`${format}: Headcount, with validation and derived runs`, product],
    ] as const) {
      figures.push({
        bench: "load",
        name,
        events: dataset.events,
        values: {
          median_ms: medianMs,
          m_rows_per_s: millionsPerSecond(dataset.events, medianMs),
          mb_per_s: millionsPerSecond(bytes, medianMs),
          time_over_baseline: medianMs / baseline.medianMs,
        },
        runsMs,
      });
    }
    rmSync(file);
  }
  return figures;
}

/** Writes the events of the log to a file, in their order. */
async function writeFile(workspace: Workspace, { directory }: Dataset, format: Format): Promise<string> {
  const file = workspace.path(`events.${format}`);
  await withDatabase(directory, (connection) =>
    connection.run(`COPY (${benchStatement("export-events")}) TO '${file}' (${FORMATS[format]})`),
  );
  return file;
}

async function loadBaseline(workspace: Workspace, file: string, format: Format): Promise<void> {
  const path = workspace.path("baseline.duckdb");
  rmSync(path, { force: true });
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(benchStatement(`load-baseline-${format}`), { path: file });
  await connection.run("CHECKPOINT");
  connection.closeSync();
  instance.closeSync();
}

async function timeLoad(workspace: Workspace, file: string, events: number): Promise<number> {
  const directory = await workspace.emptyDirectory("loaded");
  const { context, close } = await openEngine(directory);
  const start = performance.now();
  const result = await loadFile(context, file, {
    layout: PLAIN_LAYOUT,
    acceptsRejects: true,
    duplicateRule: "auto",
    onReject: () => {},
    onProgress: () => {},
  });
  const ms = performance.now() - start;
  await close();
  rmSync(directory, { recursive: true });
  if (result.accepted !== events) throw new Error(`${result.accepted} of ${events} rows were accepted`);
  return ms;
}
