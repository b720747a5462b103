import { existsSync } from "node:fs";
import { basename } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { HeadcountError } from "../../domain/errors.ts";
import type { ColumnMap, LoadOptions, LoadResult } from "../../engine/ports.ts";
import { printJson, say } from "../console.ts";
import { openEngine } from "../open-engine.ts";
import { option } from "../options.ts";
import type { RejectsFile } from "../rejects-file.ts";
import { addTargetOptions, chooseTarget, type Target, type TargetOptions } from "../target.ts";

interface BackfillOptions extends TargetOptions {
  readonly keepDuplicates: boolean;
  readonly map: ColumnMap;
  readonly rejects?: string;
}

const FIELDS = ["sensor_serial_number", "timestamp", "trajectory", "event_id"] as const;

/** `headcount backfill FILE…`: loads files of sensor events (D9). */
export function backfillCommand(): Command {
  return addTargetOptions(new Command("backfill"))
    .description("loads sensor events from CSV, NDJSON, Parquet or Arrow files, each as one transaction")
    .argument("<file...>", "the files to load")
    .addOption(
      option("--map <field=column,...>", `which column holds which of ${FIELDS.join(", ")}`)
        .argParser(readMap)
        .default({}, "columns of the same names"),
    )
    .addOption(
      option(
        "--keep-duplicates",
        "keep rows without an event_id that repeat another in the same file",
      ).default(false),
    )
    .addOption(
      option(
        "--rejects <file>",
        "where to write refused rows (default: <file>.rejects.csv here, if there are any)",
      ),
    )
    .action(backfill);
}

async function backfill(files: readonly string[], options: BackfillOptions, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  // A mistyped name makes no data directory.
  if (!files.some((file) => existsSync(file)))
    throw new HeadcountError("unreadable-input", `cannot read ${files.join(", ")}: there is no such file`);
  const loader = await openLoader(target);
  const { RejectsFile } = await import("../rejects-file.ts");
  const rejects = new RejectsFile(options.rejects ?? `${basename(files[0] as string)}.rejects.csv`);
  try {
    for (const file of files) {
      try {
        await loadOne(loader, file, options, rejects);
      } catch (error) {
        // One unreadable file does not hold up the others.
        if (!(error instanceof HeadcountError) || error.kind !== "unreadable-input") throw error;
        say(`headcount: ${error.message}`);
        process.exitCode = 1;
      }
    }
  } finally {
    rejects.close();
    await loader.close();
  }
}

async function loadOne(
  loader: Loader,
  file: string,
  options: BackfillOptions,
  rejects: RejectsFile,
): Promise<void> {
  const { showProgress } = await import("../progress.ts");
  const progress = showProgress(basename(file));
  const started = performance.now();
  try {
    const result = await loader.load(file, {
      columns: options.map,
      keepDuplicates: options.keepDuplicates,
      onReject: ({ row, reason }) => rejects.add(file, row, reason),
      onProgress: ({ phase, fraction, rows }) => {
        const total = fraction !== null && rows !== null && fraction > 0 ? Math.round(rows / fraction) : rows;
        progress.update(phase, rows ?? 0, total);
      },
    });
    progress.stop();
    report(file, result, (performance.now() - started) / 1000, rejects);
  } finally {
    progress.stop();
  }
}

function report(file: string, result: LoadResult, seconds: number, rejects: RejectsFile): void {
  const refused = [...result.rejected.values()].reduce((sum, count) => sum + count, 0);
  const number = (value: number) => value.toLocaleString("en");
  say(
    `${file}: ${number(result.rows)} rows in ${seconds.toFixed(1)} s: ${number(result.accepted)} events added, ` +
      `${number(result.duplicates)} duplicates dropped, ${number(refused)} rows refused`,
  );
  for (const [reason, count] of result.rejected) say(`  ${number(count)} × ${reason}`);
  if (refused > 0) say(`  refused rows are listed in ${rejects.path}`);
  const { rows, accepted, duplicates, rejected } = result;
  printJson({ file, rows, accepted, duplicates, rejected: refused, reasons: Object.fromEntries(rejected) });
}

/** Loads files, wherever the data is. */
interface Loader {
  load(path: string, options: Omit<LoadOptions, "now">): Promise<LoadResult>;
  close(): Promise<void>;
}

async function openLoader(target: Target): Promise<Loader> {
  if (target.kind === "server") {
    const { server } = target;
    const { loadThroughServer } = await import("../remote-backfill.ts");
    return { load: (path, options) => loadThroughServer(server, path, options), close: async () => {} };
  }
  const { loadFile } = await import("../../engine/ingest/load-file.ts");
  const engine = await openEngine(target.directory);
  return { load: (path, options) => loadFile(engine.context, path, options), close: () => engine.close() };
}

function readMap(text: string): ColumnMap {
  const entries = text.split(",").map((part) => {
    const [field = "", ...column] = part.split("=");
    const known = FIELDS.find((name) => name === field.trim());
    if (known === undefined || column.length === 0) {
      throw new InvalidArgumentError(`Write it as field=column,…; the fields are ${FIELDS.join(", ")}.`);
    }
    return [known, column.join("=").trim()];
  });
  return Object.fromEntries(entries);
}
