import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { HeadcountError } from "../../domain/errors.ts";
import type { LoadResult } from "../../engine/ports.ts";
import { newCommand } from "../command.ts";
import { printJson, say } from "../console.ts";
import { FAILED } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import type { Loader } from "../loader.ts";
import type { RejectsFile } from "../rejects-file.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget } from "../target.ts";

type BackfillOptions = SettingsOf<"backfill">;

/** `headcount backfill FILE…`: loads files of sensor events (D9). */
export function backfillCommand(): Command {
  return newCommand(
    "backfill",
    "loads sensor events from CSV, NDJSON, Parquet or Arrow files. On a data directory each file is one transaction; " +
      "through a server each batch is one, and running the command again completes an interrupted load",
  )
    .argument("<file...>", "files to load")
    .action(backfill);
}

async function backfill(files: readonly string[], options: BackfillOptions, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  // A mistyped name makes no data directory.
  if (!files.some((file) => existsSync(file)))
    throw new HeadcountError("unreadable-input", `cannot read ${files.join(", ")}: there is no such file`);
  const { openLoader } = await import("../loader.ts");
  const loader = await openLoader(target);
  const { RejectsFile } = await import("../rejects-file.ts");
  const rejects = new RejectsFile(options.rejects ?? `${basename(files[0] as string)}.rejects.csv`);
  try {
    for (const file of files) {
      const release = onInterrupt(() => say(`headcount: interrupted. ${loader.stored(file)}`));
      try {
        await loadOne(loader, file, options, rejects);
      } catch (error) {
        // One unreadable file does not hold up the others.
        if (!(error instanceof HeadcountError) || error.kind !== "unreadable-input") throw error;
        say(`headcount: ${error.message}`);
        process.exitCode = FAILED;
      } finally {
        release();
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
      onProgress: ({ phase, ...state }) => progress.update(phase, state),
    });
    progress.stop();
    report(file, result, (performance.now() - started) / 1000, rejects);
    await warnOfSensors(loader, file, result);
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
  if (refused < rows) return;
  say(`headcount: every row of ${file} was refused, so nothing of it is stored`);
  process.exitCode = FAILED;
}

/** Sensors named in a warning. */
const SENSORS_NAMED_MAX = 10;

/** Warns of rows that change no count yet, because no doorway has their sensor (D5). */
async function warnOfSensors(loader: Loader, file: string, { rows, sensorRows }: LoadResult): Promise<void> {
  if (sensorRows.size === 0) return;
  const loose = await loader.withoutDoorway(sensorRows.keys()).catch((error: unknown) => {
    if (!(error instanceof HeadcountError)) throw error;
    // The rows are stored: a token that may only send events is no failure.
    say(`headcount: whether every sensor has a doorway could not be checked: ${error.message}`);
    return [];
  });
  if (loose.length === 0) return;
  const number = (value: number) => value.toLocaleString("en");
  const affected = loose.reduce((sum, serialNumber) => sum + (sensorRows.get(serialNumber) ?? 0), 0);
  const more = loose.length - SENSORS_NAMED_MAX;
  const named = [
    ...loose.slice(0, SENSORS_NAMED_MAX),
    ...(more > 0 ? [`and ${number(more)} more`] : []),
  ].join(", ");
  const sensors = loose.length === 1 ? "a sensor" : `${number(loose.length)} sensors`;
  say(
    `headcount: warning: ${number(affected)} of ${number(rows)} rows of ${file} are from ${sensors} that no ` +
      `doorway has: ${named}. They are stored, and change counts as soon as a doorway has the sensor`,
  );
}
