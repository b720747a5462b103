import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import type { SensorReport } from "../engine/ports.ts";

/** A sensor report as the API takes it. */
export interface ReportRow {
  readonly sensor_serial_number: string;
  readonly timestamp: string;
  readonly trajectory: 1 | -1;
  readonly event_id?: string;
}

export function toRow({ serialNumber, timestamp, trajectory, eventId }: SensorReport): ReportRow {
  return {
    sensor_serial_number: serialNumber,
    timestamp: formatInstant(timestamp),
    trajectory,
    ...(eventId === null ? {} : { event_id: eventId }),
  };
}

export interface LiveFeed {
  /** What sensors report up to an instant since the last call, ascending. */
  readonly advance: (now: number) => readonly SensorReport[];
  readonly send: (rows: readonly ReportRow[]) => Promise<void>;
  readonly clock: Clock;
  /** When it begins, and ends (null: when it is stopped), in ms since the epoch. */
  readonly start: number;
  readonly end: number | null;
  /** Stops it. */
  readonly signal: AbortSignal;
  /** Waits for so many ms, or until it is stopped. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How often events are sent, in ms; also how much is made at a time when there is something to catch up on. */
const TICK_MS = 1_000;

/** Rows sent at a time: what is caught up on does not grow beyond. */
const ROWS_MAX = 5_000;

/** Sends events as they happen, in order, one batch after another, until its end or until it is stopped. */
export async function runLiveFeed(feed: LiveFeed): Promise<void> {
  const { advance, clock, start, end, signal, wait = pause } = feed;
  let made = start;
  while (!signal.aborted) {
    const now = Math.min(clock.now(), end ?? Number.POSITIVE_INFINITY);
    const rows: ReportRow[] = [];
    while (made < now) {
      made = Math.min(made + TICK_MS, now);
      for (const report of advance(made)) rows.push(toRow(report));
      if (rows.length >= ROWS_MAX && !(await sendAll(feed, rows.splice(0)))) return;
    }
    if (!(await sendAll(feed, rows))) return;
    if (end !== null && made >= end) return;
    await wait(Math.min(TICK_MS, end === null ? TICK_MS : end - made), signal);
  }
}

/** Whether all rows have been sent; not where it was stopped meanwhile. */
async function sendAll({ send, signal }: LiveFeed, rows: readonly ReportRow[]): Promise<boolean> {
  for (let first = 0; first < rows.length; first += ROWS_MAX) {
    if (signal.aborted) return false;
    await send(rows.slice(first, first + ROWS_MAX));
  }
  return true;
}

/** Waits for so many ms, or until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // It was stopped, which its caller sees by the signal.
  }
}
