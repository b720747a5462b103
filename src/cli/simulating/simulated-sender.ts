import type { Clock } from "../../domain/clock.ts";
import type { SensorReport } from "../../engine/ports.ts";
import { info, pause, stopwatch } from "../process.ts";
import { type ReportRow, toRow } from "../report-rows.ts";
import type { ServerClient, Work } from "../server-client.ts";

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

/** How long to retry while the server cannot be reached, in seconds, and the delay between attempts, in ms. */
const RETRY_SECONDS_MAX = 60;
const RETRY_DELAY_MS = 1_000;

/** A signal that Ctrl-C and SIGTERM abort, once the current request has ended; a second one ends the process. */
export function stopOnSignal(): { readonly stop: AbortSignal; readonly release: () => void } {
  const stopping = new AbortController();
  const onSignal = () => stopping.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const release = () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  return { stop: stopping.signal, release };
}

/**
 * Sends a request, again if it gets no response: what did arrive is a duplicate then. Returns null if the simulation was
 * stopped meanwhile.
 *
 * @throws HeadcountError `unavailable` if the server rejects the request or cannot be reached for a minute
 */
export async function sendUntilAnswered<T>(
  server: ServerClient,
  send: Work<T>,
  stop: AbortSignal,
): Promise<T | null> {
  return server.run(async (client, library) => {
    const elapsed = stopwatch();
    for (;;) {
      try {
        return await send(client, library);
      } catch (error) {
        const isFinal = error instanceof library.Problem;
        if (stop.aborted && !isFinal) return null;
        if (isFinal || elapsed() > RETRY_SECONDS_MAX) throw error;
        info("Cannot reach the server; retrying…");
        await pause(RETRY_DELAY_MS, stop);
        if (stop.aborted) return null;
      }
    }
  });
}
