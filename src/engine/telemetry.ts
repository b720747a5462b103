/** Kinds of queries whose latency is measured separately. */
export type QueryKind = "counts" | "count" | "events" | "breaches";

/** Result of an attempt of a webhook call; `dead` is given up. */
export type DeliveryResult = "delivered" | "retried" | "dead";

/** Result of an SQL query; `refused` is an invalid query or one beyond its limits. */
export type SqlOutcome = "done" | "refused" | "cancelled" | "failed";

export type GaugeName =
  | "ingest_queue_rows"
  | "webhook_backlog_calls"
  | "webhook_in_flight_calls"
  | "open_sockets"
  | "stale_runs"
  | "log_events"
  | "database_bytes"
  | "runs_bytes"
  | "disk_free_bytes";

/** Metrics of the engine. No method throws or waits by itself; durations are in seconds. */
export interface Telemetry {
  /** Rows of a request were acknowledged; the duration is from the request to the commit. */
  ingested(rows: number, seconds: number): void;
  /** A group of waiting rows was committed in one transaction. */
  committed(rows: number, seconds: number): void;
  /** Seconds between an event's timestamp and its commit; 0 for an event ahead of the clock. */
  lagged(seconds: number): void;
  /** Live reports were rejected since they are more than 5 minutes ahead of the clock (D3). */
  rejectedAhead(reports: number): void;
  /** Notifications of live events that were omitted, since runs of their spaces are lost. */
  notificationsOmitted(notifications: number): void;
  /** Runs a query, and records its duration unless it fails. */
  timed<T>(kind: QueryKind, query: () => T | Promise<T>): Promise<T>;
  /** An attempt of a webhook call, from connecting to the response. */
  delivered(result: DeliveryResult, seconds: number): void;
  /** An SQL query ended; the duration is from its arrival. */
  ranSql(outcome: SqlOutcome, seconds: number): void;
  /** Registers the reader of a gauge, called at each scrape; it replaces an earlier one. */
  gauge(name: GaugeName, read: () => number | Promise<number>): void;
}

/** Discards all metrics. */
export const NO_TELEMETRY: Telemetry = {
  ingested: () => {},
  committed: () => {},
  lagged: () => {},
  rejectedAhead: () => {},
  notificationsOmitted: () => {},
  timed: async (_kind, query) => query(),
  delivered: () => {},
  ranSql: () => {},
  gauge: () => {},
};
