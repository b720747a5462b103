import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../../domain/errors.ts";
import type { FileLayout } from "../../domain/file-layout.ts";
import { loadFile } from "../../engine/events/event-changes.ts";
import type { LoadProgress, LoadResult, RejectedRow } from "../../engine/ports.ts";
import { openCore } from "../open-engine.ts";
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
} from "../process.ts";
import { showProgress } from "../progress.ts";
import { ServerLoader } from "../server-loader.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, usage } from "../target.ts";

type BackfillOptions = SettingsOf<"backfill">;

/** `headcount backfill FILE…`: loads files of sensor events (D9). */
export async function backfill(
  files: readonly string[],
  options: BackfillOptions,
  command: Command,
): Promise<void> {
  const target = chooseTarget(command, options);
  if (files.indexOf("-") !== files.lastIndexOf("-"))
    throw usage("the standard input, -, can be read only once");
  // A mistyped file name must not create a data directory.
  if (!files.some((file) => file === "-" || existsSync(file)))
    throw new HeadcountError("unreadable-input", `cannot read ${files.join(", ")}: no such file`);
  const loader: Loader =
    target.kind === "server" ? new ServerLoader(target.server) : await directoryLoader(target.directory);
  const rejects = new RejectsFile(options.rejects ?? `${basename(files[0] as string)}.rejects.csv`);
  try {
    for (const file of files) {
      const release = onInterrupt(() => info(`headcount: interrupted. ${loader.stored(file)}`));
      try {
        await loadOne(loader, file, options, rejects);
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

/** Loads files of sensor events, one after another, into a data directory or through a server. */
interface Loader extends Pick<ServerLoader, "load" | "stored" | "withoutDoorway"> {
  /** Closes a data directory. */
  readonly close?: () => Promise<void>;
}

/** Loads files into a data directory. Each file is one transaction. */
async function directoryLoader(directory: string): Promise<Loader> {
  const { context, close } = await openCore(directory);
  let phase: LoadProgress["phase"] = "reading";
  return {
    load: async (path, options) => {
      phase = "reading";
      const onProgress = (progress: LoadProgress) => {
        phase = progress.phase;
        options.onProgress(progress);
      };
      return loadFile(context, path, { ...options, onProgress });
    },
    stored: (path) => {
      switch (phase) {
        case "reading":
          return `Nothing of ${path} is stored.`;
        case "deriving":
          return `All of ${path} is stored; the next command that opens the data derives its counts.`;
        default:
          return `Either all of ${path} is stored or nothing. Run the command again to be sure; no row is stored twice.`;
      }
    },
    withoutDoorway: async (serialNumbers) => {
      const { attachmentsOfSensor, sensorsBySerial } = context.catalog;
      return [...serialNumbers].filter((serialNumber) => {
        const sensor = sensorsBySerial.first(serialNumber);
        return sensor === undefined || attachmentsOfSensor.of(sensor.id).length === 0;
      });
    },
    close,
  };
}

async function loadOne(
  loader: Loader,
  file: string,
  options: BackfillOptions,
  rejects: RejectsFile,
): Promise<void> {
  const progress = showProgress(basename(file));
  const elapsed = stopwatch();
  const firsts = new Map<string, RejectedRow>();
  try {
    const result = await loader.load(file, {
      layout: layoutOf(options),
      duplicateRule: options.duplicates,
      acceptsRejects: options.acceptRejects,
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

/** How the options say that a file is to be read. */
function layoutOf(options: BackfillOptions): FileLayout {
  const { sensor, trajectory, timeFormat = null, timeZone, encoding = null, skipLines, header } = options;
  const fields: FileLayout["fields"] = {
    ...options.map,
    ...(sensor === undefined ? {} : { sensor_serial_number: { value: sensor } }),
    ...(trajectory === undefined ? {} : { trajectory: { value: trajectory } }),
  };
  return { fields, timeFormat, timeZone, encoding, skippedLines: skipLines, hasHeader: header };
}

/** What is rejected of a file: the list of it, and the first row for each reason. */
interface Rejections {
  readonly rejects: RejectsFile;
  readonly firsts: ReadonlyMap<string, RejectedRow>;
}

function report(file: string, result: LoadResult, seconds: number, { rejects, firsts }: Rejections): void {
  const rejectedRows = [...result.rejected.values()].reduce((sum, count) => sum + count, 0);
  info(
    `${file}: ${counted(result.rows, "row")} in ${seconds.toFixed(1)} s: ${counted(result.accepted, "event")} added, ` +
      `${counted(result.duplicates, "duplicate")} dropped, ${counted(rejectedRows, "row")} rejected`,
  );
  for (const [reason, count] of result.rejected)
    info(`  ${formatNumber(count)} × ${reason}${firstOf(firsts.get(reason))}`);
  if (rejectedRows > 0) info(`  rejected rows are listed in ${rejects.path}`);
  const { rows, accepted, duplicates } = result;
  const reasons = Object.fromEntries(result.rejected);
  printSummary({ file, rows, accepted, duplicates, rejected: rejectedRows, reasons });
  if (rejectedRows < rows) return;
  info(`headcount: every row of ${file} was rejected; nothing of it is stored`);
  process.exitCode = FAILED;
}

/** The first rejected row with the text that was found, if there is one. */
function firstOf(rejected: RejectedRow | undefined): string {
  if (rejected === undefined || rejected.found === null) return "";
  return `; the first is row ${formatNumber(rejected.row)}: ${JSON.stringify(rejected.found)}`;
}

/** Sensors that a warning names. */
const SENSORS_NAMED_MAX = 10;

/** Warns of rows that do not change counts yet, because their sensor is not attached to a doorway (D5). */
async function warnOfSensors(loader: Loader, file: string, { rows, sensorRows }: LoadResult): Promise<void> {
  if (sensorRows.size === 0) return;
  const unattached = await loader.withoutDoorway(sensorRows.keys()).catch((error: unknown) => {
    if (!(error instanceof HeadcountError)) throw error;
    // The rows are stored, and a token may be allowed to send events only.
    info(`headcount: cannot check whether every sensor is attached to a doorway: ${error.message}`);
    return [];
  });
  if (unattached.length === 0) return;
  const affected = unattached.reduce((sum, serialNumber) => sum + (sensorRows.get(serialNumber) ?? 0), 0);
  const more = unattached.length - SENSORS_NAMED_MAX;
  const named = [
    ...unattached.slice(0, SENSORS_NAMED_MAX),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
  ].join(", ");
  const are = affected === 1 ? "is" : "are";
  info(
    `headcount: warning: ${formatNumber(affected)} of ${counted(rows, "row")} of ${file} ${are} from ` +
      `${counted(unattached.length, "sensor")} not attached to a doorway: ${named}. ` +
      "The rows are stored, and change counts once the sensor is attached",
  );
}

/** The list of rejected rows. The file is created with the first of them. */
class RejectsFile {
  readonly path: string;
  #handle: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes a row at once. Rows are rejected before the other rows of a file are stored, so that nothing of a file is
   * stored if its rejected rows cannot be listed.
   *
   * @throws HeadcountError `unavailable` if the row cannot be written
   */
  add(file: string, { row, reason, found, text }: RejectedRow): void {
    const doing = `nothing of ${file} was loaded, because its rejected rows cannot be written to ${this.path} (--rejects)`;
    onFile("unavailable", doing, () => {
      if (this.#handle === null) {
        this.#handle = openSync(this.path, "w");
        writeFileSync(this.#handle, stringify([["file", "row", "reason", "found", "text"]]));
      }
      writeFileSync(this.#handle, stringify([[file, row, reason, found, text]]));
    });
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
