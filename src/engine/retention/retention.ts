import { conflict } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import { type Keep, logStartOf } from "../../domain/retention.ts";
import type { Engine } from "../engine.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { DiskFigures, EventStore, LogSpan } from "../ports.ts";
import { Lines } from "../readings/lines.ts";

export interface OldEvents extends LogSpan {
  /** In ms: the start of a UTC day. Events before it are removed. */
  readonly boundary: number;
  /** Whether the log has no other events. */
  readonly areAll: boolean;
}

type OldEventRemoval = CatalogChange & Pick<Engine, "events" | "readings">;
async function findOldEvents(
  { clock, events }: Pick<OldEventRemoval, "clock" | "events">,
  keep: Keep,
): Promise<OldEvents> {
  // A longer period than before does not bring removed events back.
  const boundary = Math.max(logStartOf(clock.now(), keep), events.logStart());
  const old = await events.logSpan({ start: 0, end: boundary });
  const { events: all } = await events.summary();
  return { ...old, boundary, areAll: old.events > 0 && old.events === all };
}

/**
 * What a retention period would remove, and how the data grows. `bytes` is the share of the old events in the database: the
 * runs that are derived from them would stay.
 */
export async function reviewRetention(
  { clock, disk, events }: Pick<Engine, "clock" | "disk" | "events">,
  keep: Keep,
) {
  const old = await findOldEvents({ clock, events }, keep);
  const figures = await disk.figures();
  const { events: logged } = await events.summary();
  const bytes = old.events === 0 ? 0 : Math.round((figures.database / logged) * old.events);
  const forecast = await forecastDisk(events, figures, clock.now());
  return { old, bytes, logStart: events.logStart(), figures, forecast };
}

export type RetentionReview = Awaited<ReturnType<typeof reviewRetention>>;

/** Events that are removed in one change, about: other changes wait for it. */
const STEP_EVENTS = 1_000_000;

/**
 * Removes the events that are older than the retention period, in changes of some days each, and the readings with them.
 * Counts do not change.
 *
 * @returns what has been removed
 * @throws HeadcountError `conflict` if no event would be left, or derived data does not match the events; `unavailable`
 * if the disk is full. The days of the change that fails, and those after them, have not been removed
 */
export async function removeOldEvents(change: OldEventRemoval, keep: Keep): Promise<OldEvents> {
  const old = await findOldEvents(change, keep);
  if (old.span === null && !(await change.readings.hasBefore(old.boundary))) return old;
  await change.journal.transact(change, async (draft) => {
    // Lines that follow from readings would be lost with them.
    const unstored = await Lines.unstored(change.readings);
    if (unstored.length > 0) draft.add({ readings: { rows: [], lines: unstored } });
  });
  const first = startOfDay(old.span?.first ?? old.boundary);
  const steps = Math.max(1, Math.ceil(old.events / STEP_EVENTS));
  for (let step = 1; step <= steps; step++) {
    const boundary = startOfDay(first + ((old.boundary - first) * step) / steps);
    await change.journal.transact(change, async (draft) => {
      const { areAll, events } = await findOldEvents(change, keep);
      if (areAll)
        throw conflict(
          "events-not-removable",
          `all ${events} events are from before ${formatInstant(old.boundary)}; retention cannot remove all events, ` +
            "so none have been removed",
        );
      if (boundary > change.events.logStart()) draft.add({ logStart: boundary });
    });
  }
  return old;
}

function startOfDay(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}

const LOOKED_BACK_DAYS = 30;

/**
 * The growth of the data: bytes per event, in the log and in data derived from it, the mean events and bytes per day over the
 * last 30 days, or over all if there are fewer, and the days until the disk is full; null if the data does not grow.
 */
export async function forecastDisk(events: EventStore, { database, runs, free }: DiskFigures, now: number) {
  const log = await events.logSpan({ start: 0, end: now });
  const start = now - LOOKED_BACK_DAYS * DAY_MS;
  const recent = await events.logSpan({ start, end: now });
  const days = (now - Math.max(start, log.span?.first ?? start)) / DAY_MS;
  const { removedEvents } = await events.summary();
  // Runs of removed events still exist, so those events count.
  const bytesPerEvent = log.events === 0 ? 0 : database / log.events + runs / (log.events + removedEvents);
  const eventsPerDay = recent.events / Math.max(1, days);
  const bytesPerDay = eventsPerDay * bytesPerEvent;
  const daysUntilFull = bytesPerDay === 0 ? null : free / bytesPerDay;
  return { bytesPerEvent, eventsPerDay, bytesPerDay, daysUntilFull };
}
