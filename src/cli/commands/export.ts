import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Argument, type Command } from "commander";
import { DAY_MS } from "../../domain/instant.ts";
import type { Interval } from "../../domain/interval.ts";
import type { Engine } from "../../engine/build-engine.ts";
import { newCommand } from "../command.ts";
import { formatNumber, info, printJson } from "../console.ts";
import type { ExportRange, ExportTable } from "../export/tables.ts";
import { withEngine, workOnBackup } from "../open-engine.ts";
import type { ExportFormat, SettingsOf } from "../settings.ts";
import { stopwatch } from "../system.ts";
import { chooseTarget, findSpace, usage } from "../target.ts";

const TABLES = ["events", "counts", "rollups"] as const;
type TableName = (typeof TABLES)[number];

type ExportOptions = SettingsOf<"export">;

/** `headcount export events|counts|rollups`: tables for other programs. */
export function exportCommand(): Command {
  return newCommand("export", "writes events, counts or quarter-hour roll-ups as Parquet, CSV or Arrow")
    .addArgument(new Argument("<table>", "table to export").choices(TABLES))
    .action(exportTable);
}

async function exportTable(name: TableName, options: ExportOptions, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  if (target.kind === "server") {
    throw usage(
      "export does not work through a server: back up the data (headcount backup --url …), restore the backup, and " +
        "export from it. headcount counts --url … prints the counts of one space",
    );
  }
  const format = formatOf(options);
  const isPiped = options.out === undefined || options.out === "-";
  if (isPiped && format === "parquet")
    throw usage("parquet needs --out <path>; csv and arrow can be written to stdout");
  if (isPiped && format === "arrow" && process.stdout.isTTY)
    throw usage("arrow is a binary format; redirect stdout to a file, or use --out");
  await withEngine(
    target.directory,
    async (context) => {
      const range = await rangeOf(context, options);
      const { countTable, eventTable, rollUpTable } = await import("../export/tables.ts");
      const write = <Row extends { readonly timestamp: number }>(table: ExportTable<Row>) =>
        writeTable(table, { ...options, name, format, rows: rowsOf(context, name, range, options) });
      if (name === "events") await write(eventTable(context, range));
      else if (name === "counts") await write(countTable(context, range, options.interval));
      else await write(rollUpTable(context, range));
    },
    { advice: workOnBackup },
  );
}

function formatOf({ format, out }: ExportOptions): ExportFormat {
  if (format !== undefined) return format;
  const ending = /\.(csv|arrow|arrows|parquet)$/.exec(out ?? "")?.[1];
  if (ending === "csv" || ending === "parquet") return ending;
  return ending === undefined ? "parquet" : "arrow";
}

/** The requested range; without a start, from the first event of the log. */
async function rangeOf({ catalog, clock, events }: Engine, options: ExportOptions) {
  const log = await events.logSpan({ start: 0, end: clock.now() });
  const end = options.end ?? clock.now();
  const start = options.start ?? Math.min(log.span?.first ?? end, end);
  if (start > end) throw usage("--start is after --end");
  const spaces = options.space?.map((wanted) => findSpace(catalog, wanted)) ?? null;
  return { start, end, spaces, log };
}

/** The approximate number of rows; null if unknown. */
function rowsOf(
  { catalog }: Engine,
  name: TableName,
  { start, end, spaces, log }: ExportRange & { readonly log: { readonly events: number } },
  { interval, ...options }: ExportOptions,
): number | null {
  if (name === "events")
    return spaces === null && options.start === undefined && options.end === undefined ? log.events : null;
  if (name === "rollups") return null;
  const length = nominalLength(interval);
  return Math.ceil((end - start) / length) * (spaces?.length ?? catalog.spaces.all().length);
}

/** The approximate length of an interval, in ms. */
function nominalLength({ unit, amount }: Interval): number {
  if (unit === "millisecond") return amount;
  return amount * (unit === "day" ? DAY_MS : 30 * DAY_MS);
}

interface WriteOptions extends Pick<ExportOptions, "out" | "partition" | "force"> {
  readonly name: TableName;
  readonly format: ExportFormat;
  readonly rows: number | null;
}

async function writeTable<Row extends { readonly timestamp: number }>(
  table: ExportTable<Row>,
  options: WriteOptions,
): Promise<void> {
  const { name, format, rows: expected } = options;
  const { showProgress } = await import("../progress.ts");
  const progress = showProgress(name);
  const elapsed = stopwatch();
  let written = 0;
  const counted = (rows: readonly Row[]) => {
    written += rows.length;
    progress.update("writing", { fraction: expected === null ? null : written / expected, rows: written });
  };
  const out = options.out === "-" ? undefined : options.out;
  let files: string[] = [];
  try {
    if (out === undefined) await pipeTable(table, format, counted);
    else files = await writeFiles(table, { ...options, out }, counted);
  } finally {
    progress.stop();
  }
  const where = out === undefined ? "" : ` to ${files.length === 1 ? files[0] : `${files.length} files`}`;
  info(`${formatNumber(written)} rows${where} in ${elapsed().toFixed(1)} s.`);
  if (out !== undefined) printJson({ table: name, format, rows: written, files });
}

async function pipeTable<Row extends { readonly timestamp: number }>(
  table: ExportTable<Row>,
  format: ExportFormat,
  counted: (rows: readonly Row[]) => void,
): Promise<void> {
  const { textSink } = await import("../export/sinks.ts");
  if (format === "parquet") throw new Error("parquet cannot be piped");
  const sink = textSink(table.columns, format, process.stdout);
  for await (const rows of table.rows()) {
    await sink.add(rows);
    counted(rows);
  }
  await sink.finish();
}

async function writeFiles<Row extends { readonly timestamp: number }>(
  table: ExportTable<Row>,
  options: WriteOptions & { readonly out: string },
  counted: (rows: readonly Row[]) => void,
): Promise<string[]> {
  const { ExportFiles } = await import("../export/sinks.ts");
  const { byMonth, monthPath } = await import("../export/sinks.ts");
  const { name, format, out } = options;
  const isByMonth = await isPartitioned(options);
  const files = new ExportFiles(table.columns, format, options.force);
  const file = `${name}.${format}`;
  const whole = isFolder(out) ? join(out, file) : out;
  try {
    // An export without rows still has a file, with the columns.
    if (!isByMonth) await files.add(whole, []);
    for await (const rows of table.rows()) {
      if (!isByMonth) await files.add(whole, rows);
      else
        for (const part of byMonth(rows))
          await files.add(monthPath(out, (part[0] as Row).timestamp, file), part);
      counted(rows);
    }
    await files.finish();
    return files.paths;
  } catch (error) {
    await files.abandon();
    throw error;
  }
}

async function isPartitioned({ out = "", partition, rows }: WriteOptions): Promise<boolean> {
  if (partition !== undefined) return partition === "month";
  const { PARTITIONED_ROWS_MIN } = await import("../export/sinks.ts");
  return isFolder(out) || (rows ?? 0) > PARTITIONED_ROWS_MIN;
}

function isFolder(path: string): boolean {
  return path.endsWith("/") || (existsSync(path) && statSync(path).isDirectory());
}
