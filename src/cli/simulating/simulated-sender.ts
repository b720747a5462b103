import type { Clock } from "../../domain/clock.ts";
import type { SensorReport } from "../../engine/ports.ts";
import { pause } from "../process.ts";
import { type ReportRow, toRow } from "../report-rows.ts";

export interface SimulatedReports {
  /** The reports between the last call and an instant, ascending. */
  readonly advance: (now: number) => readonly SensorReport[];
  readonly send: (rows: readonly ReportRow[]) => Promise<void>;
  readonly clock: Clock;
  /** Start and end, in ms since the epoch; a null end is when the signal aborts. */
  readonly start: number;
  readonly end: number | null;
  readonly signal: AbortSignal;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How often events are sent, in ms, and the time that one call of `advance` covers. */
const TICK_MS = 1_000;

const ROWS_MAX = 5_000;

/** Sends events in real time, in order, one batch after another, until its end or the signal. */
export async function sendSimulated(feed: SimulatedReports): Promise<void> {
  const { advance, send, clock, start, end, signal, wait = pause } = feed;
  let made = start;
  while (!signal.aborted) {
    const now = Math.min(clock.now(), end ?? Number.POSITIVE_INFINITY);
    const rows: ReportRow[] = [];
    while (made < now && rows.length < ROWS_MAX) {
      made = Math.min(made + TICK_MS, now);
      rows.push(...advance(made).map(toRow));
    }
    for (let first = 0; first < rows.length && !signal.aborted; first += ROWS_MAX)
      await send(rows.slice(first, first + ROWS_MAX));
    if (end !== null && made >= end) return;
    if (made >= now) await wait(Math.min(TICK_MS, end === null ? TICK_MS : end - made), signal);
  }
}
