import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import type { Interval } from "../../domain/interval.ts";
import { localDayOf, toInstant } from "../../domain/local-time.ts";
import type { EngineCore } from "../../engine/engine.ts";
import { ExportFiles, type Sink, textSink } from "../export/sinks.ts";
import { countTable, type ExportRange, type ExportTable, eventTable, rollUpTable } from "../export/tables.ts";
import { withCore, workOnBackup } from "../open-engine.ts";
import { counted, info, printSummary, stopwatch } from "../process.ts";
import { showProgress } from "../progress.ts";
import type { EXPORT_TABLES, ExportFormat, SettingsOf } from "../settings.ts";
import { chooseDirectory, findSpace, usage } from "../target.ts";

type TableName = (typeof EXPORT_TABLES)[number];
type ExportOptions = SettingsOf<"export">;

/** `headcount export events|counts|rollups`: tables for other programs. */
export async function exportTable(name: TableName, options: ExportOptions, command: Command): Promise<void> {
  const advice =
    ": back up the data (headcount backup --url …), restore the backup, and export from it. headcount counts --url … " +
    "prints the counts of one space";
  const directory = chooseDirectory(command, options, advice);
  const out = options.out === "-" ? undefined : options.out;
  const { format = formatOf(out) } = options;
  if (name !== "counts" && format === "excel-csv") throw usage(`excel-csv is for counts; ${name} can be csv`);
  if (out === undefined && format === "parquet")
    throw usage("parquet needs --out <path>; csv and arrow can be written to stdout");
  if (out === undefined && format === "arrow" && process.stdout.isTTY)
    throw usage("arrow is a binary format; redirect stdout to a file, or use --out");
  await withCore(
    directory,
    async (core) => {
      const range = await rangeOf(core, name, options);
      const rows = rowsOf(core, name, range, options);
      const write = <Row extends { readonly timestamp: number }>(table: ExportTable<Row>) =>
        writeTable(table, { ...options, out, name, format, rows });
      if (name === "events") await write(eventTable(core, range));
      else if (name === "counts") await write(countTable(core, range, options.interval, format));
      else await write(rollUpTable(core, range));
    },
    { advice: workOnBackup },
  );
}

function formatOf(out: string | undefined): ExportFormat {
  const ending = /\.(csv|arrow|arrows|parquet)$/.exec(out ?? "")?.[1];
  if (ending === "csv" || ending === "parquet") return ending;
  return ending === undefined ? "parquet" : "arrow";
}

/** The requested range; without a start, from the first event of the log, or for counts from its local day. */
async function rangeOf({ catalog, clock, events }: EngineCore, name: TableName, options: ExportOptions) {
  const now = clock.now();
  const log = await events.logSpan({ start: 0, end: now });
  const first = log.span?.first ?? now;
  const firstOf = (timeZone: string) =>
    name === "counts" ? toInstant(localDayOf(first, timeZone) * DAY_MS, timeZone) : first;
  const rangeIn = (timeZone: string) => {
    const end = options.end?.(timeZone) ?? now;
    const start = options.start?.(timeZone) ?? Math.min(firstOf(timeZone), end);
    if (start > end) throw usage("--start is after --end");
    return { start, end };
  };
  const spaces = options.space?.map((wanted) => findSpace(catalog, wanted)) ?? null;
  return { ...rangeIn("UTC"), rangeIn, spaces, log };
}

/** The approximate number of rows; null if unknown. */
function rowsOf(
  { catalog }: EngineCore,
  name: TableName,
  { start, end, spaces, log }: ExportRange & { readonly log: { readonly events: number } },
  { interval, ...options }: ExportOptions,
): number | null {
  if (name === "events")
    return spaces === null && options.start === undefined && options.end === undefined ? log.events : null;
  if (name === "rollups") return null;
  return Math.ceil((end - start) / nominalLength(interval)) * (spaces ?? catalog.spaces.all()).length;
}

/** The approximate length of an interval, in ms. */
function nominalLength({ unit, amount }: Interval): number {
  if (unit === "millisecond") return amount;
  return amount * (unit === "day" ? DAY_MS : 30 * DAY_MS);
}

interface WriteOptions extends Pick<ExportOptions, "partition" | "force"> {
  /** The file or folder; undefined is stdout. */
  readonly out: string | undefined;
  readonly name: TableName;
  readonly format: ExportFormat;
  /** The approximate number of rows; null if unknown. */
  readonly rows: number | null;
}

async function writeTable<Row extends { readonly timestamp: number }>(
  table: ExportTable<Row>,
  options: WriteOptions,
): Promise<void> {
  const { name, format, rows: expected, out } = options;
  const progress = showProgress(name);
  const elapsed = stopwatch();
  const files = new ExportFiles(table.columns, format, options.force);
  const sink = openSink(table, files, options);
  let written = 0;
  try {
    for await (const rows of table.rows()) {
      await sink.add(rows);
      written += rows.length;
      progress.update("writing", { fraction: expected === null ? null : written / expected, rows: written });
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  } finally {
    progress.stop();
  }
  const { paths } = files;
  const where = out === undefined ? "" : ` to ${paths.length === 1 ? paths[0] : `${paths.length} files`}`;
  info(`${counted(written, "row")}${where} in ${elapsed().toFixed(1)} s.`);
  if (out !== undefined) printSummary({ table: name, format, rows: written, files: paths });
}

function openSink<Row extends { readonly timestamp: number }>(
  { columns }: ExportTable<Row>,
  files: ExportFiles<Row>,
  { name, format, out, partition, rows: expected }: WriteOptions,
): Sink<Row> {
  if (out === undefined) {
    if (format === "parquet") throw new Error("parquet cannot be piped");
    return textSink(columns, format, process.stdout);
  }
  const isFolder = out.endsWith("/") || (existsSync(out) && statSync(out).isDirectory());
  const file = `${name}.${format === "excel-csv" ? "csv" : format}`;
  const whole = isFolder ? join(out, file) : out;
  const isByMonth =
    partition === undefined ? isFolder || (expected ?? 0) > PARTITIONED_ROWS_MIN : partition === "month";
  const add = async (rows: readonly Row[]) => {
    if (!isByMonth) await files.add(whole, rows);
    else for (const [month, part] of byMonth(rows)) await files.add(join(out, month, file), part);
  };
  const finish = async () => {
    // An export without rows still has a file, with the columns.
    if (!isByMonth) await files.add(whole, []);
    await files.finish();
  };
  return { add, finish, abandon: () => files.abandon() };
}

/** The number of rows above which an export has one file a month by default. */
const PARTITIONED_ROWS_MIN = 10_000_000;

/** Splits rows at the boundaries of UTC months, with the folders that Hive, DuckDB and Spark read. */
function* byMonth<Row extends { readonly timestamp: number }>(
  rows: readonly Row[],
): Generator<[folder: string, rows: readonly Row[]]> {
  const months = rows.map(({ timestamp }) => formatInstant(timestamp).slice(0, "2026-03".length));
  for (let from = 0; from < rows.length; ) {
    const month = months[from] ?? "";
    const next = months.findIndex((each, index) => index > from && each !== month);
    const to = next === -1 ? rows.length : next;
    yield [month.replace(/(.*)-(.*)/, "year=$1/month=$2"), rows.slice(from, to)];
    from = to;
  }
}
