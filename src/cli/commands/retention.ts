import type { Command } from "commander";
import { formatInstant } from "../../domain/instant.ts";
import type { Keep } from "../../domain/retention.ts";
import type { OldEvents } from "../../engine/retention/retention.ts";
import { applyRetention } from "../apply-retention.ts";
import { newCommand } from "../command.ts";
import { printJson, say } from "../console.ts";
import { withEngine, workOnBackup } from "../open-engine.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, usage } from "../target.ts";

/** `headcount retention --keep 2y`: which events are older, and how long the disk lasts; `--apply` removes them. */
export function retentionCommand(): Command {
  return newCommand(
    "retention",
    "reports how many events are older than --keep and how long the disk lasts; --apply removes these events",
  ).action(retention);
}

async function retention(
  { keep, apply, ...options }: SettingsOf<"retention">,
  command: Command,
): Promise<void> {
  const target = chooseTarget(command, options);
  if (target.kind === "server")
    throw usage(
      "this works on a data directory that nobody serves; of one that is served, GET /metrics says what it takes " +
        "(headcount_database_bytes, headcount_runs_bytes) and what is free (headcount_disk_free_bytes)",
    );
  if (apply) await remove(target.directory, keep);
  else await look(target.directory, keep);
}

const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1 });
const day = (instant: number) => formatInstant(instant).slice(0, 10);

/** Says what would go, and how the disk fills. */
async function look(directory: string, keep: Keep): Promise<void> {
  const { forecastDisk } = await import("../../engine/retention/disk-forecast.ts");
  const { findOldEvents } = await import("../../engine/retention/retention.ts");
  await withEngine(
    directory,
    async ({ clock, disk, events }) => {
      const old = await findOldEvents({ clock, events }, keep);
      const figures = await disk.figures();
      const forecast = await forecastDisk(events, figures, clock.now());
      const { events: logged } = await events.summary();
      // What is derived from them would stay.
      const bytes = old.events === 0 ? 0 : Math.round((figures.database / logged) * old.events);
      const hint = old.areAll ? "there are no others, and --apply leaves some" : "add --apply to remove them";
      const what = `${described(old)}: ${number(bytes / 1e6)} MB at most. Nothing has been removed; ${hint}.`;
      say(old.span === null ? noneBefore(old, events.logStart()) : what);
      const { bytesPerDay, eventsPerDay, daysUntilFull } = forecast;
      const lasts = daysUntilFull === null ? "nothing grows" : `the disk lasts ${number(daysUntilFull)} days`;
      say(
        `${number((figures.database + figures.runs) / 1e6)} MB of data; lately ${number(eventsPerDay)} events and ` +
          `${number(bytesPerDay / 1e6)} MB a day; ${number(figures.free / 1e6)} MB free: ${lasts}.`,
      );
      const logStart = events.logStart();
      printJson({
        boundary: formatInstant(old.boundary),
        kept_from: logStart === 0 ? null : formatInstant(logStart),
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
    { instead: workOnBackup },
  );
}

/** Removes what is older, and says what that was. */
async function remove(directory: string, keep: Keep): Promise<void> {
  const { logStart, bytesBefore, bytesAfter, notCompacted, ...old } = await applyRetention(directory, keep);
  const freed = bytesBefore - bytesAfter;
  if (old.span === null) say(noneBefore(old, logStart));
  else say(`${described(old)}, have been removed. Counts stay as they were, for all times.`);
  if (notCompacted !== null)
    say(
      `The database's file could not be written anew, so that what is free in it is used again, but not given ` +
        `back: ${notCompacted}. The same command tries it again.`,
    );
  say(`The disk got ${number(Math.max(0, freed) / 1e6)} MB back; ${number(bytesAfter / 1e6)} MB are left.`);
  printJson({
    boundary: formatInstant(old.boundary),
    kept_from: logStart === 0 ? null : formatInstant(logStart),
    removed: asJson(old),
    disk: { bytes_before: bytesBefore, bytes_after: bytesAfter, compacted: notCompacted === null },
  });
}

function described({ events, days, span, boundary }: OldEvents): string {
  const of = `${number(events)} events of ${number(days)} days`;
  const from = span === null ? "" : `, from ${day(span.first)} to ${day(span.last)}`;
  return `${of}${from}, all from before ${day(boundary)}`;
}

function noneBefore({ boundary }: OldEvents, logStart: number): string {
  const gone = logStart === 0 ? "" : ` Those from before ${day(logStart)} have been removed.`;
  return `No event is from before ${day(boundary)}.${gone}`;
}

function asJson({ events, days, span }: OldEvents) {
  return {
    events,
    days,
    oldest: span === null ? null : formatInstant(span.first),
    newest: span === null ? null : formatInstant(span.last),
  };
}
