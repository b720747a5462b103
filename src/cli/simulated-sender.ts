import type { components, operations } from "../client/generated/v2.ts";
import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import type { SensorReport } from "../engine/ports.ts";
import { pause } from "./process.ts";
import type { Work } from "./server-client.ts";

/** A sensor report as the API takes it. */
export type ReportRow = ReturnType<typeof toRow>;

export function toRow({ serialNumber, timestamp, trajectory, eventId }: SensorReport) {
  return {
    sensor_serial_number: serialNumber,
    timestamp: formatInstant(timestamp),
    trajectory,
    ...(eventId === null ? {} : { event_id: eventId }),
  };
}

/**
 * Sends a batch, and returns what became of its rows. A server that rejects all of them answers 400 with the same members (D22).
 *
 * @throws Problem for another error response
 */
export function batchAnswer(
  body: readonly ReportRow[],
  query: NonNullable<operations["ingestSensorEvents"]["parameters"]["query"]> = {},
): Work<components["schemas"]["Ingest"]> {
  return async ({ v2 }, { answerOf }) => {
    const outcome = await v2.POST("/v2/sensor_events/", { params: { query }, body: [...body] });
    const { error } = outcome;
    if (error?.type === "/problems/rows-rejected") return error as unknown as components["schemas"]["Ingest"];
    return answerOf(Promise.resolve(outcome));
  };
}

export interface SimulatedReports {
  /** The reports between the last call and an instant, ascending. */
  readonly advance: (now: number) => readonly SensorReport[];
  readonly send: (rows: readonly ReportRow[]) => Promise<void>;
  readonly clock: Clock;
  /** Start and end, in ms since the epoch; a null end is when the signal aborts. */
  readonly start: number;
  readonly end: number | null;
  readonly signal: AbortSignal;
  /** Waits for some ms, or until the signal. */
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
