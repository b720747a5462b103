import { DAY_MS } from "../../domain/instant.ts";
import type { DiskFigures, EventStore } from "../ports.ts";

/** Days that the growth is taken from. */
const LOOKED_BACK_DAYS = 30;

/** How the data grows, and how long the disk lasts. */
export interface DiskForecast {
  /** Bytes that an event takes, in the log and in what is derived from it; 0 where there are none. */
  readonly bytesPerEvent: number;
  /** Events and bytes a day, in the mean of the last 30 days, or of all where there are fewer. */
  readonly eventsPerDay: number;
  readonly bytesPerDay: number;
  /** Days until the disk is full; null where nothing grows. */
  readonly daysUntilFull: number | null;
}

/** How the data has grown lately, by the timestamps of the log's events. */
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
  // What has been derived from removed events is still there.
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
