/** Kinds of queries whose latency is measured separately. */
export type QueryKind = "counts" | "count" | "events" | "breaches";

/** Result of a webhook call; after `dead` the delivery is given up. */
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
  | "disk_free_bytes"
  | "shared_log_position"
  | "shared_log_lag_records"
  | "shared_log_lag_seconds"
  | "shared_log_conflicts"
  /** The lag of the mirror that is furthest behind. */
  | "mirror_lag_events"
  | "mirror_lag_seconds"
  | "mqtt_connected"
  | "mqtt_waiting_messages";

export type CounterName =
  | "ingested_rows_total"
  /** Live reports that were rejected since they are more than 5 minutes ahead of the clock (D3). */
  | "rejected_ahead_rows_total"
  | "omitted_notifications_total"
  | "mirrored_events_total"
  | "mirrored_rows_total"
  | "mqtt_messages_total"
  | "mqtt_refused_messages_total"
  | "mqtt_set_aside_messages_total";

export interface MeasuredLabels {
  /** From the request with some rows to their commit. */
  readonly ingest_duration_seconds: undefined;
  readonly commit_duration_seconds: undefined;
  /** Rows that were committed in one transaction. */
  readonly commit_rows: undefined;
  /** From an event's timestamp to its commit; 0 for an event ahead of the clock. */
  readonly event_lag_seconds: undefined;
  /** How long a change in a shared log takes: to decide it, to append its record, to apply the records of others. */
  readonly shared_log_decide_seconds: undefined;
  readonly shared_log_append_seconds: undefined;
  readonly shared_log_apply_seconds: undefined;
  readonly query_duration_seconds: { readonly query: QueryKind };
  /** The duration of a webhook call, from connecting to the response. */
  readonly webhook_delivery_duration_seconds: { readonly result: DeliveryResult };
  /** From the arrival of an SQL query to its end. */
  readonly sql_duration_seconds: { readonly outcome: SqlOutcome };
}

/** Metrics of the engine. No method throws or waits by itself. */
export interface Telemetry {
  count(name: CounterName, more: number): void;
  observe<Name extends keyof MeasuredLabels>(name: Name, value: number, labels?: MeasuredLabels[Name]): void;
  /** Runs a query, and records its duration unless it fails. */
  timed<T>(kind: QueryKind, query: () => T | Promise<T>): Promise<T>;
  /** Registers the reader of a gauge, called at each scrape; it replaces an earlier one. */
  gauge(name: GaugeName, read: () => number | Promise<number>): void;
}

export const NO_TELEMETRY: Telemetry = {
  count: () => {},
  observe: () => {},
  timed: async (_kind, query) => query(),
  gauge: () => {},
};
