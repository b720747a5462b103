import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Analysis } from "../../src/analysis/analysis-copy.ts";
import type {
  AnalysisDatabase,
  AnalysisOptions,
  UpdatedDatabase,
} from "../../src/analysis/analysis-database.ts";
import { exportAnalysisUpdate } from "../../src/analysis/export-update.ts";
import { openDirectoryAnalysis } from "../../src/analysis/open-directory.ts";
import type { Clock } from "../../src/domain/clock.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { openDirectory } from "./store-directory.ts";
import { temporaryFolder } from "./store-harness.ts";

/** Takes what is to be done in the end, by default when the test has finished. */
type AtEnd = (work: () => Promise<void>) => void;

export type AnswerRow = Record<string, unknown>;

function analysisOptions(folder: string): AnalysisOptions {
  return { memoryBytes: 2 ** 29, temporaryFolder: folder, threads: 1 };
}

/** An analysis database that is fed by updates, in a folder; it is closed when the test has finished. */
export async function openServed(folder: string, atEnd: AtEnd = onTestFinished): Promise<UpdatedDatabase> {
  const analysis = await Analysis.open(join(folder, "served"), analysisOptions(folder));
  atEnd(() => analysis.close());
  return analysis;
}

/** One over a data directory; it is closed when the test has finished. */
export async function openDirect(directory: string, clock: Clock): Promise<AnalysisDatabase> {
  const analysis = await analyse(directory, clock, temporaryFolder());
  onTestFinished(() => analysis.close());
  return analysis;
}

/** One over a data directory, with temporary files in a folder; the caller closes it. */
export function analyse(directory: string, clock: Clock, folder: string): Promise<AnalysisDatabase> {
  return openDirectoryAnalysis(
    (settings) => openReadOnly(directory, settings),
    clock,
    analysisOptions(folder),
  );
}

/** Brings a fed one up to date with an engine, by way of the text that another process would get. */
export async function feed(
  served: UpdatedDatabase,
  context: Pick<Engine, "catalog" | "events" | "readings" | "clock">,
  folder: string,
): Promise<void> {
  const parts = mkdtempSync(join(folder, "parts-"));
  const update = await exportAnalysisUpdate(context, parts, served.state());
  await served.applyUpdate(JSON.parse(JSON.stringify(update)));
}

/** An engine over a new data directory, and a database that it feeds; all of it is closed when the test has finished. */
export async function openFed(
  clock: Clock,
  { folder = temporaryFolder(), atEnd = onTestFinished as AtEnd, ...given }: FedOptions = {},
) {
  const directory = join(folder, "data");
  const store = await openDirectory(directory);
  atEnd(() => store.close());
  const context = await buildEngine(store, { ...TEST_SETTINGS, clock, ...given });
  const served = await openServed(folder, atEnd);
  return { folder, directory, store, context, served, update: () => feed(served, context, folder) };
}

interface FedOptions {
  readonly folder?: string;
  readonly atEnd?: AtEnd;
  readonly elapsed?: Clock;
}

/** A query's rows: timestamps in ms, other numbers as numbers. */
export async function ask(analysis: AnalysisDatabase, query: string): Promise<AnswerRow[]> {
  await analysis.prepare(query);
  const connection = await analysis.connect();
  try {
    const reader = await connection.runAndReadAll(query);
    return reader
      .getRowObjectsJS()
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
  } finally {
    connection.closeSync();
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === "bigint" ? Number(value) : value;
}
