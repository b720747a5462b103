/** The kinds of queries whose latency is measured separately. */
export type QueryKind = "counts" | "count" | "events" | "breaches";

/** How a webhook call ended: taken, to be tried again, or given up. */
export type DeliveryResult = "delivered" | "retried" | "dead";

/** How a user's query ended: answered, wrong or beyond its limits, given up by its client, or failed. */
export type SqlOutcome = "done" | "refused" | "cancelled" | "failed";

/** What can be read off at any time. */
export type GaugeName =
  | "ingest_queue_rows"
  | "webhook_backlog_calls"
  | "webhook_in_flight_calls"
  | "open_sockets"
  | "stale_spans"
  | "log_events"
  | "database_bytes"
  | "runs_bytes"
  | "disk_free_bytes";

/**
 * Measurements of the engine. No method throws or waits; durations are in seconds.
 */
export interface Telemetry {
  /** A request's rows were acknowledged, from its arrival in the engine to the commit. */
  ingested(rows: number, seconds: number): void;
  /** A group of waiting rows was committed in one transaction. */
  committed(rows: number, seconds: number): void;
  /** An event was committed so long after its timestamp; an event ahead of the clock lags by 0. */
  lagged(seconds: number): void;
  /** Changes of counts by live events had no notification, since runs of their spaces are lost. */
  unannounced(changes: number): void;
  queried(kind: QueryKind, seconds: number): void;
  /** A webhook was called: one attempt, from connecting to the answer. */
  delivered(result: DeliveryResult, seconds: number): void;
  /** A user's query ended, from its arrival to its result. */
  ranSql(outcome: SqlOutcome, seconds: number): void;
  /** Registers what a gauge is read from, whenever somebody looks; the last one registered holds. */
  gauge(name: GaugeName, read: () => number | Promise<number>): void;
}

/** Tells nobody. */
export const NO_TELEMETRY: Telemetry = {
  ingested: () => {},
  committed: () => {},
  lagged: () => {},
  unannounced: () => {},
  queried: () => {},
  delivered: () => {},
  ranSql: () => {},
  gauge: () => {},
};

/** Does some work and reports how long it took, unless it fails. */
export async function timed<T>(
  telemetry: Telemetry,
  kind: QueryKind,
  work: () => T | Promise<T>,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  telemetry.queried(kind, (performance.now() - start) / 1_000);
  return result;
}
