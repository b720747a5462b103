import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../../domain/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import type { ReadingResult } from "../../domain/reading.ts";
import type { LoadResult, RejectedRow } from "../../engine/ports.ts";
import { emptySummary, type LineSummary, sumInto } from "../../engine/readings/line-summaries.ts";
import { directoryLoader } from "../loading/directory-loader.ts";
import type { EventFileOptions, FileLoader, LoadedFile, LoadedReadings } from "../loading/file-loader.ts";
import { ServerLoader } from "../loading/server-loader.ts";
import {
  counted,
  FAILED,
  formatNumber,
  info,
  onFile,
  onInterrupt,
  printSummary,
  reportError,
  stopwatch,
  usage,
} from "../process.ts";
import { showProgress } from "../progress.ts";
import { eventLayout, kindOf, readingLayout } from "../settings/file-layouts.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget } from "../target.ts";
import { table } from "../text-table.ts";

type BackfillOptions = SettingsOf<"backfill">;

type Hooks = Pick<EventFileOptions, "onReject" | "onProgress">;

type Load = (loader: FileLoader, file: string, hooks: Hooks) => Promise<LoadedFile | LoadedReadings>;

/** `headcount backfill FILE…`: loads files of sensor events (D9), or of readings (D34). */
export async function backfill(
  files: readonly string[],
  options: BackfillOptions,
  command: Command,
): Promise<void> {
  const load = loadOf(options, command);
  const target = chooseTarget(command, options);
  if (files.indexOf("-") !== files.lastIndexOf("-"))
    throw usage("the standard input, -, can be read only once");
  // A mistyped file name must not create a data directory.
  if (!files.some((file) => file === "-" || existsSync(file)))
    throw new HeadcountError("unreadable-input", `cannot read ${files.join(", ")}: no such file`);
  const loader: FileLoader =
    target.kind === "server"
      ? new ServerLoader(target.server)
      : await directoryLoader(target.directory, options.earliest);
  const rejects = rejectsFile(options.rejects ?? `${basename(files[0] as string)}.rejects.csv`);
  try {
    for (const file of files) {
      const release = onInterrupt(() => info(`headcount: interrupted. ${loader.stored(file)}`));
      try {
        await loadOne(loader, file, load, rejects);
      } catch (error) {
        // The other files are loaded after one that cannot be read.
        if (!(error instanceof HeadcountError) || error.kind !== "unreadable-input") throw error;
        reportError(error);
        process.exitCode = FAILED;
      } finally {
        release();
      }
    }
  } finally {
    rejects.close();
    await loader.close?.();
  }
}

/** How files are loaded by the options. @throws HeadcountError `invalid` if the options are not of one kind */
function loadOf(options: BackfillOptions, command: Command): Load {
  const sourceOf = (name: keyof BackfillOptions) => command.getOptionValueSource(name);
  const { acceptRejects: acceptsRejects, duplicates: duplicateRule } = options;
  const kind = kindOf(options, sourceOf);
  if (kind === "events") {
    const layout = eventLayout(options);
    return (loader, file, hooks) => loader.load(file, { layout, duplicateRule, acceptsRejects, ...hooks });
  }
  const layout = readingLayout(kind, options, sourceOf);
  return (loader, file, hooks) => loader.loadReadings(file, { layout, acceptsRejects, ...hooks });
}

async function loadOne(loader: FileLoader, file: string, load: Load, rejects: RejectsFile): Promise<void> {
  const progress = showProgress(basename(file));
  const elapsed = stopwatch();
  const firsts = new Map<string, RejectedRow>();
  try {
    const result = await load(loader, file, {
      onReject: (rejected) => {
        if (!firsts.has(rejected.reason)) firsts.set(rejected.reason, rejected);
        rejects.add(file, rejected);
      },
      onProgress: ({ phase, ...state }) => progress.update(phase, state),
    });
    progress.stop();
    report(file, result, elapsed(), { rejects, firsts });
    await warnOfSensors(loader, file, result);
  } finally {
    progress.stop();
  }
}

function report(
  file: string,
  result: LoadedFile | LoadedReadings,
  seconds: number,
  { rejects, firsts }: { readonly rejects: RejectsFile; readonly firsts: ReadonlyMap<string, RejectedRow> },
): void {
  const rejectedRows = [...result.rejected.values()].reduce((sum, count) => sum + count, 0);
  const noun = "lines" in result ? "reading" : "event";
  info(
    `${file}: ${counted(result.rows, "row")} in ${seconds.toFixed(1)} s: ${counted(result.accepted, noun)} added, ` +
      `${counted(result.duplicates, "duplicate")} dropped, ${counted(rejectedRows, "row")} rejected`,
  );
  for (const [reason, count] of result.rejected)
    info(`  ${formatNumber(count)} × ${reason}${firstOf(firsts.get(reason))}`);
  if (rejectedRows > 0) info(`  rejected rows are listed in ${rejects.path}`);
  if ("lines" in result) reportReadings(file, result);
  const { rows, accepted, duplicates, importId: import_id } = result;
  const reasons = Object.fromEntries(result.rejected);
  const more = "lines" in result ? readingFigures(result) : {};
  const figures = { file, rows, accepted, duplicates, rejected: rejectedRows, reasons, import_id };
  printSummary({ ...figures, ...more });
  if (rejectedRows < rows) return;
  info(`headcount: every row of ${file} was rejected; nothing of it is stored`);
  process.exitCode = FAILED;
}

function firstOf(rejected: RejectedRow | undefined): string {
  if (rejected === undefined || rejected.found === null) return "";
  return `; the first is row ${formatNumber(rejected.row)}: ${JSON.stringify(rejected.found)}`;
}

const NAMED_MAX = 10;

function listed(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  const others = more > 0 ? [`and ${formatNumber(more)} more`] : [];
  return [...names.slice(0, NAMED_MAX), ...others].join(", ");
}

/** Warns of rows that do not change counts yet, because their sensor is not attached to a doorway (D5). */
async function warnOfSensors(
  loader: FileLoader,
  file: string,
  { rows, sensorRows }: LoadResult,
): Promise<void> {
  if (sensorRows.size === 0) return;
  const unattached = await loader.withoutDoorway(sensorRows.keys()).catch((error: unknown) => {
    if (!(error instanceof HeadcountError)) throw error;
    // The rows are stored, and a token may be allowed to send events only.
    info(`headcount: cannot check whether every sensor is attached to a doorway: ${error.message}`);
    return [];
  });
  if (unattached.length === 0) return;
  const affected = unattached.reduce((sum, serialNumber) => sum + (sensorRows.get(serialNumber) ?? 0), 0);
  const are = affected === 1 ? "is" : "are";
  info(
    `headcount: warning: ${formatNumber(affected)} of ${counted(rows, "row")} of ${file} ${are} from ` +
      `${counted(unattached.length, "sensor")} not attached to a doorway: ${listed(unattached)}. ` +
      "The rows are stored, and change counts once the sensor is attached",
  );
}

/** The list of rejected rows. The file is created with the first of them. */
function rejectsFile(path: string) {
  let handle: number | null = null;
  /**
   * Writes a row at once. Rows are rejected before the other rows of a file are stored, so that nothing of a file is
   * stored if its rejected rows cannot be listed.
   *
   * @throws HeadcountError `unavailable` if the row cannot be written
   */
  const add = (file: string, { row, reason, found, text }: RejectedRow) => {
    const doing = `nothing of ${file} was loaded, because its rejected rows cannot be written to ${path} (--rejects)`;
    onFile("unavailable", doing, () => {
      if (handle === null) {
        handle = openSync(path, "w");
        writeFileSync(handle, stringify([["file", "row", "reason", "found", "text"]]));
      }
      writeFileSync(handle, stringify([[file, row, reason, found, text]]));
    });
  };
  const close = () => {
    if (handle !== null) closeSync(handle);
  };
  return { path, add, close };
}

type RejectsFile = ReturnType<typeof rejectsFile>;

/** Lines in the table; programs get all. */
const LINES_SHOWN_MAX = 50;

const COLUMNS: readonly (readonly [ReadingResult, string])[] = [
  ["baseline", "baselines"],
  ["reset", "resets"],
  ["wrap", "wraps"],
  ["jump", "jumps"],
  ["backwards", "backwards"],
  ["conflict", "conflicts"],
  ["duplicate", "duplicates"],
  ["late", "late"],
];

/** Says what became of the readings of a file: a table of its lines, and which of them make no events. */
function reportReadings(file: string, { lines, hasUnknown, suspended }: LoadedReadings): void {
  if (lines.size > 0) {
    const unknown = hasUnknown ? ["unknown"] : [];
    const head = ["line", "in", "out", ...COLUMNS.map(([, name]) => name), ...unknown];
    const rows = [...lines]
      .slice(0, LINES_SHOWN_MAX)
      .map(([line, { counted: passages, results, unknownMs }]) => [
        line,
        passages.in,
        passages.out,
        ...COLUMNS.map(([result]) => results[result] ?? 0),
        ...(hasUnknown ? [hoursAndMinutes(unknownMs)] : []),
      ]);
    info(table(head, rows));
    if (lines.size > LINES_SHOWN_MAX) info(`and ${counted(lines.size - LINES_SHOWN_MAX, "more line")}`);
  }
  if (suspended.length === 0) return;
  info(
    `headcount: warning: ${counted(suspended.length, "line")} of ${file} suspended: ${listed(suspended)}. Their readings are ` +
      "stored, and make no events until an operator decides; the list of a sensor's readings says why",
  );
}

/** A duration in hours and begun minutes, such as `4 h 05 min`; `0` if there is none. */
function hoursAndMinutes(ms: number): string {
  if (ms === 0) return "0";
  const minutes = Math.ceil(ms / MINUTE_MS);
  const perHour = HOUR_MS / MINUTE_MS;
  return `${Math.floor(minutes / perHour)} h ${String(minutes % perHour).padStart(2, "0")} min`;
}

/** What became of the readings of a file, for programs. */
function readingFigures({ lines, hasUnknown, suspended }: LoadedReadings) {
  const all = emptySummary();
  for (const line of lines.values()) {
    sumInto(all, line);
    all.unknownMs += line.unknownMs;
  }
  const figures = ({ results, counted: passages, unknownMs }: LineSummary) => ({
    counted: passages,
    results,
    ...(hasUnknown ? { unknown_ms: unknownMs } : {}),
  });
  const byLine = Object.fromEntries(Array.from(lines, ([line, summary]) => [line, figures(summary)]));
  return { ...figures(all), lines: byLine, suspended };
}
