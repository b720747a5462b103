import { statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { ANALYSIS_FOLDER } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatKeep, type Keep } from "../../domain/retention.ts";
import type { RetentionAnswer } from "../../schemas/retention.ts";
import { compactDatabase } from "../../store/duckdb/compact-database.ts";
import { counted, formatNumber, info, printSummary } from "../process.ts";
import type { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget, onTarget } from "../target.ts";

/** `headcount retention --keep 2y`: the number of older events, and how long the disk lasts; `--apply` removes them. */
export async function retention(
  { keep, apply, ...options }: SettingsOf<"retention">,
  command: Command,
): Promise<void> {
  const target = chooseTarget(command, options);
  if (!apply) report(await onTarget(target, (server) => ask(server, keep, false)));
  else if (target.kind === "directory") await removeFrom(target.directory, keep);
  else {
    const answer = await ask(target.server, keep, true);
    reportRemoval(answer);
    if (answer.removed?.events)
      info("The server uses the freed space again, but does not make the file of its database smaller.");
    printSummary({ ...answer });
  }
}

function ask(server: ServerClient, keep: Keep, apply: boolean): Promise<RetentionAnswer> {
  const body = { keep: formatKeep(keep), apply };
  return server.answerUntimed((v2) => v2.POST("/v2/admin/retention", { body }));
}

const megabytes = (bytes: number) =>
  bytes < 1e6 ? `${formatNumber(bytes / 1e3)} kB` : `${formatNumber(bytes / 1e6)} MB`;

function report(answer: RetentionAnswer): void {
  const { removable, disk, forecast } = answer;
  if (removable !== undefined && removable.events > 0) {
    const hint = removable.are_all
      ? "these are all events, and --apply never removes all"
      : "add --apply to remove them";
    info(
      `${described(removable, answer)}: ${megabytes(removable.bytes)} at most. Nothing has been removed; ${hint}.`,
    );
  } else info(noneBefore(answer));
  if (disk !== undefined && forecast !== undefined) {
    const { days_until_full: days } = forecast;
    const lasts = days === null ? "the data does not grow" : `the disk lasts ${counted(days, "day")}`;
    info(
      `${megabytes(disk.database_bytes + disk.runs_bytes)} of data; recently ` +
        `${counted(forecast.events_per_day, "event")} and ${megabytes(forecast.bytes_per_day)} a day; ` +
        `${megabytes(disk.free_bytes)} free: ${lasts}.`,
    );
  }
  printSummary({ ...answer });
}

function reportRemoval(answer: RetentionAnswer): void {
  const { removed } = answer;
  if (removed === undefined || removed.events === 0) info(noneBefore(answer));
  else info(`Removed ${described(removed, answer)}. Counts stay the same.`);
}

/**
 * Removes older events of a data directory that no process has open, releases their disk space, and reports which they
 * were.
 */
async function removeFrom(directory: string, keep: Keep): Promise<void> {
  const { answer, bytesBefore } = await onTarget({ kind: "directory", directory }, async (server) => {
    const bytesBefore = await bytesOf(directory);
    // The analysis copy has the same events. It is deleted first, so that an interruption leaves no event in it;
    // the server creates it again.
    await rm(join(directory, ANALYSIS_FOLDER), { recursive: true, force: true });
    return { answer: await ask(server, keep, true), bytesBefore };
  });
  const compacting = compactDatabase(directory, (answer.removed?.events ?? 0) > 0).then(() => null);
  const notCompacted = await compacting.catch((error: unknown) => {
    if (error instanceof HeadcountError) return error.message;
    throw error;
  });
  const bytesAfter = await bytesOf(directory);
  reportRemoval(answer);
  if (notCompacted !== null)
    info(
      `The database could not be compacted, so that its free space is reused but not released: ${notCompacted}. ` +
        "Run the same command to try again.",
    );
  info(`The data took ${megabytes(bytesBefore)} and now takes ${megabytes(bytesAfter)}.`);
  printSummary({
    ...answer,
    disk: { bytes_before: bytesBefore, bytes_after: bytesAfter, compacted: notCompacted === null },
  });
}

type Removed = NonNullable<RetentionAnswer["removed"]>;

const dayOf = (instant: string | null) => instant?.slice(0, 10);

function described({ events, days, oldest, newest }: Removed, { boundary }: RetentionAnswer): string {
  const of = `${counted(events, "event")} of ${counted(days, "day")}`;
  return `${of}, from ${dayOf(oldest)} to ${dayOf(newest)}, all before ${dayOf(boundary)}`;
}

function noneBefore({ boundary, kept_from: keptFrom }: RetentionAnswer): string {
  const gone = keptFrom === null ? "" : ` Events before ${dayOf(keptFrom)} have been removed.`;
  return `No event is older than ${dayOf(boundary)}.${gone}`;
}

/** The size of all files in a folder and its subfolders. A file that is deleted meanwhile counts as empty. */
async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
