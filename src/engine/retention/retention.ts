import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import { type Keep, logStartOf } from "../../domain/retention.ts";
import type { CatalogChange } from "../catalog/catalog.ts";
import type { DiskFigures, EventStore, LogSpan } from "../ports.ts";

/** The events that retention removes. */
export interface OldEvents extends LogSpan {
  /** In ms: the start of a UTC day. Events before it are removed. */
  readonly boundary: number;
  /** Whether the log has no other events. */
  readonly areAll: boolean;
}

/** The actor of a removal, and the log that it changes. The catalog does not change. */
export interface OldEventRemoval extends CatalogChange {
  readonly events: Pick<EventStore, "logStart" | "logSpan" | "summary" | "removeBefore">;
}

/** Finds the events that are older than the retention period. */
export async function findOldEvents(
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
 * Removes the events that are older than the retention period. Counts do not change.
 *
 * @returns what has been removed
 * @throws HeadcountError `conflict` if no event would be left, or derived data does not match the events; `unavailable`
 * if the disk is full. Nothing has changed in these cases
 */
export function removeOldEvents(change: OldEventRemoval, keep: Keep): Promise<OldEvents> {
  const { catalog, clock, events } = change;
  return catalog.exclusive(change, async () => {
    const old = await findOldEvents(change, keep);
    if (old.areAll)
      throw new HeadcountError(
        "conflict",
        `all ${old.events} events are from before ${formatInstant(old.boundary)}; retention cannot remove all events, ` +
          "so none have been removed",
      );
    if (old.events > 0) await events.removeBefore(old.boundary, clock.now());
    return old;
  });
}

/** Days from which the growth rate is computed. */
const LOOKED_BACK_DAYS = 30;

/** Growth of the data, and how long the disk lasts. */
export interface DiskForecast {
  /** Bytes per event, in the log and in data derived from it; 0 without events. */
  readonly bytesPerEvent: number;
  /** Mean events and bytes per day over the last 30 days, or over all days if there are fewer. */
  readonly eventsPerDay: number;
  readonly bytesPerDay: number;
  /** Days until the disk is full; null if the data does not grow. */
  readonly daysUntilFull: number | null;
}

/** Computes the growth rate from the timestamps of the latest events. */
export async function forecastDisk(
  events: EventStore,
  { database, runs, free }: DiskFigures,
  now: number,
): Promise<DiskForecast> {
  const log = await events.logSpan({ start: 0, end: now });
  const start = now - LOOKED_BACK_DAYS * DAY_MS;
  const recent = await events.logSpan({ start, end: now });
  const days = (now - Math.max(start, log.span?.first ?? start)) / DAY_MS;
  const { removedEvents } = await events.summary();
  // Runs of removed events still exist, so those events count.
  const bytesPerEvent = log.events === 0 ? 0 : database / log.events + runs / (log.events + removedEvents);
  const eventsPerDay = recent.events / Math.max(1, days);
  const bytesPerDay = eventsPerDay * bytesPerEvent;
  return {
    bytesPerEvent,
    eventsPerDay,
    bytesPerDay,
    daysUntilFull: bytesPerDay === 0 ? null : free / bytesPerDay,
  };
}
