import { Command } from "commander";
import { formatInstant } from "../../domain/instant.ts";
import { type Keep, keptFrom, parseKeep } from "../../domain/retention.ts";
import { printJson, say } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { asArgument, option } from "../options.ts";
import { addTargetOptions, chooseTarget, type TargetOptions, usage } from "../target.ts";

interface RetentionOptions extends TargetOptions {
  readonly keep: Keep;
}

/** `headcount retention --keep 2y`: which events would go, and how long the disk lasts. It removes nothing. */
export function retentionCommand(): Command {
  return addTargetOptions(new Command("retention"))
    .description("says which events are older than they need be kept, and how long the disk lasts")
    .addOption(
      option("--keep <length>", "how long events are to be kept: 2y, 18M, 26w or 90d")
        .argParser(asArgument((text) => parseKeep(text, "--keep")))
        .makeOptionMandatory(),
    )
    .action(retention);
}

async function retention({ keep, ...options }: RetentionOptions, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  if (target.kind === "server")
    throw usage(
      "this looks at a data directory that nobody serves; of one that is served, GET /metrics says what it takes " +
        "(headcount_database_bytes, headcount_runs_bytes) and what is free (headcount_disk_free_bytes)",
    );
  const { forecastDisk } = await import("../../engine/disk-forecast.ts");
  await withEngine(target.directory, async ({ clock, disk, events }) => {
    const now = clock.now();
    const boundary = keptFrom(now, keep);
    const old = await events.logSpan({ start: 0, end: boundary });
    const figures = await disk.figures();
    const forecast = await forecastDisk(events, figures, now);
    // What is derived from them would stay.
    const bytes = old.events === 0 ? 0 : Math.round((figures.database / forecast.events) * old.events);
    const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1 });
    const day = (instant: number) => formatInstant(instant).slice(0, 10);
    say(
      old.span === null
        ? `No event is from before ${day(boundary)}.`
        : `${number(old.events)} events of ${number(old.days)} days, from ${day(old.span.first)} to ` +
            `${day(old.span.last)}, are from before ${day(boundary)}: about ${number(bytes / 1e6)} MB. ` +
            "Nothing has been removed.",
    );
    const { bytesPerDay, eventsPerDay, daysUntilFull } = forecast;
    const lasts = daysUntilFull === null ? "nothing grows" : `the disk lasts ${number(daysUntilFull)} days`;
    say(
      `${number((figures.database + figures.runs) / 1e6)} MB of data; lately ${number(eventsPerDay)} events and ` +
        `${number(bytesPerDay / 1e6)} MB a day; ${number(figures.free / 1e6)} MB free: ${lasts}.`,
    );
    printJson({
      boundary: formatInstant(boundary),
      removable: {
        events: old.events,
        days: old.days,
        bytes,
        oldest: old.span === null ? null : formatInstant(old.span.first),
        newest: old.span === null ? null : formatInstant(old.span.last),
      },
      disk: { database_bytes: figures.database, runs_bytes: figures.runs, free_bytes: figures.free },
      forecast: {
        events_per_day: eventsPerDay,
        bytes_per_day: bytesPerDay,
        bytes_per_event: forecast.bytesPerEvent,
        days_until_full: daysUntilFull,
      },
    });
  });
}
