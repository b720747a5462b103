import { statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { ANALYSIS_FOLDER } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Keep } from "../../domain/retention.ts";
import { forecastDisk } from "../../engine/retention/disk-forecast.ts";
import { findOldEvents, type OldEvents, removeOldEvents } from "../../engine/retention/retention.ts";
import { compactDatabase } from "../../store/duckdb/compact-database.ts";
import { withCore, workOnBackup } from "../open-engine.ts";
import { counted, formatNumber, info, printSummary } from "../process.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseDirectory } from "../target.ts";

/** `headcount retention --keep 2y`: the number of older events, and how long the disk lasts; `--apply` removes them. */
export async function retention(
  { keep, apply, ...options }: SettingsOf<"retention">,
  command: Command,
): Promise<void> {
  const advice =
    ". GET /metrics of a server has the size of its data (headcount_database_bytes, headcount_runs_bytes) and the free " +
    "space (headcount_disk_free_bytes)";
  const directory = chooseDirectory(command, options, advice);
  await (apply ? remove(directory, keep) : report(directory, keep));
}

const megabytes = (bytes: number) =>
  bytes < 1e6 ? `${formatNumber(bytes / 1e3)} kB` : `${formatNumber(bytes / 1e6)} MB`;
const day = (instant: number) => formatInstant(instant).slice(0, 10);

async function report(directory: string, keep: Keep): Promise<void> {
  await withCore(
    directory,
    async ({ clock, disk, events }) => {
      const old = await findOldEvents({ clock, events }, keep);
      const figures = await disk.figures();
      const forecast = await forecastDisk(events, figures, clock.now());
      const { events: logged } = await events.summary();
      // The runs that are derived from them would stay.
      const bytes = old.events === 0 ? 0 : Math.round((figures.database / logged) * old.events);
      const hint = old.areAll
        ? "these are all events, and --apply never removes all"
        : "add --apply to remove them";
      const what = `${described(old)}: ${megabytes(bytes)} at most. Nothing has been removed; ${hint}.`;
      info(old.span === null ? noneBefore(old, events.logStart()) : what);
      const { bytesPerDay, eventsPerDay, daysUntilFull } = forecast;
      const lasts =
        daysUntilFull === null ? "the data does not grow" : `the disk lasts ${counted(daysUntilFull, "day")}`;
      info(
        `${megabytes(figures.database + figures.runs)} of data; recently ${counted(eventsPerDay, "event")} and ` +
          `${megabytes(bytesPerDay)} a day; ${megabytes(figures.free)} free: ${lasts}.`,
      );
      printSummary({
        ...boundariesOf(old, events.logStart()),
        removable: { ...asJson(old), bytes },
        disk: { database_bytes: figures.database, runs_bytes: figures.runs, free_bytes: figures.free },
        forecast: {
          events_per_day: eventsPerDay,
          bytes_per_day: bytesPerDay,
          bytes_per_event: forecast.bytesPerEvent,
          days_until_full: daysUntilFull,
        },
      });
    },
    { advice: workOnBackup },
  );
}

/**
 * Removes older events of a data directory that no process has open, releases their disk space, and reports which they
 * were.
 */
async function remove(directory: string, keep: Keep): Promise<void> {
  const { old, logStart, bytesBefore } = await withCore(
    directory,
    async (core) => {
      const bytesBefore = await bytesOf(directory);
      // The analysis copy has the same events. It is deleted first, so that an interruption leaves no event in it;
      // the server creates it again.
      await rm(join(directory, ANALYSIS_FOLDER), { recursive: true, force: true });
      const old = await removeOldEvents(core, keep);
      return { old, bytesBefore, logStart: core.events.logStart() };
    },
    { advice: workOnBackup },
  );
  const compacting = compactDatabase(directory, old.events > 0).then(() => null);
  const notCompacted = await compacting.catch((error: unknown) => {
    if (error instanceof HeadcountError) return error.message;
    throw error;
  });
  const bytesAfter = await bytesOf(directory);
  if (old.span === null) info(noneBefore(old, logStart));
  else info(`Removed ${described(old)}. Counts stay the same.`);
  if (notCompacted !== null)
    info(
      `The database could not be compacted, so that its free space is reused but not released: ${notCompacted}. ` +
        "Run the same command to try again.",
    );
  info(`The data took ${megabytes(bytesBefore)} and now takes ${megabytes(bytesAfter)}.`);
  printSummary({
    ...boundariesOf(old, logStart),
    removed: asJson(old),
    disk: { bytes_before: bytesBefore, bytes_after: bytesAfter, compacted: notCompacted === null },
  });
}

function described({ events, days, span, boundary }: OldEvents): string {
  const of = `${counted(events, "event")} of ${counted(days, "day")}`;
  const from = span === null ? "" : `, from ${day(span.first)} to ${day(span.last)}`;
  return `${of}${from}, all before ${day(boundary)}`;
}

function noneBefore({ boundary }: OldEvents, logStart: number): string {
  const gone = logStart === 0 ? "" : ` Events before ${day(logStart)} have been removed.`;
  return `No event is older than ${day(boundary)}.${gone}`;
}

function boundariesOf({ boundary }: OldEvents, logStart: number) {
  return {
    boundary: formatInstant(boundary),
    kept_from: logStart === 0 ? null : formatInstant(logStart),
  };
}

function asJson({ events, days, span }: OldEvents) {
  return {
    events,
    days,
    oldest: span === null ? null : formatInstant(span.first),
    newest: span === null ? null : formatInstant(span.last),
  };
}

/** The size of all files in a folder and its subfolders. A file that is deleted meanwhile counts as empty. */
async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
