import { DAY_MS } from "../../domain/instant.ts";
import type { DiskFigures, EventStore } from "../ports.ts";

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
