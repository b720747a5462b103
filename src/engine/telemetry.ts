export type QueryKind = "counts" | "count" | "events" | "breaches";

export type DeliveryResult = "delivered" | "retried" | "dead";

/** Result of an SQL query; `refused` is an invalid query or one beyond its limits. */
export type SqlOutcome = "done" | "refused" | "cancelled" | "failed";

/** The help of each gauge, and of each counter. At `/metrics` their names have the prefix `headcount_`. */
export const GAUGES = {
  ingest_queue_rows: "Rows waiting to be committed",
  webhook_backlog_calls: "Webhook calls not yet delivered",
  webhook_in_flight_calls: "Webhook calls in progress",
  open_sockets: "Open websockets and event streams",
  stale_runs: "Runs that must be derived from the log again",
  log_events: "Events in the log",
  database_bytes: "Size of the database file, with catalog and log",
  runs_bytes: "Size of the run files, with runs and roll-ups",
  disk_free_bytes: "Free space on the disk of the data directory",
  shared_log_position:
    "Position up to which this server has followed the log of the cluster; 0 without a cluster",
  shared_log_lag_records: "Records of the log of the cluster that this server has not applied",
  shared_log_lag_seconds:
    "How long this server has not been at the end of the log of the cluster, or has not reached it",
  shared_log_conflicts: "Changes that were decided again since another server was first",
  mirror_lag_events: "Events that the mirror which is behind furthest does not have",
  mirror_lag_seconds: "Age of the mirror in ClickHouse which is behind furthest; 0 without a mirror",
  mqtt_connected: "1 while this server is connected to the broker of MQTT, else 0",
  mqtt_waiting_messages: "Messages of MQTT that are received and not stored yet",
} as const;
export type GaugeName = keyof typeof GAUGES;

export const COUNTERS = {
  ingested_rows_total: "Rows acknowledged",
  rejected_ahead_rows_total:
    "Rows rejected because they are more than 5 minutes in the future: the sensor's clock is wrong",
  omitted_notifications_total: "Notifications omitted because runs of their spaces are lost",
  mirrored_events_total: "Events sent to mirrors in ClickHouse",
  mirrored_rows_total: "Rows of all tables inserted into mirrors in ClickHouse",
  mqtt_messages_total: "Messages of MQTT that are stored, refused or set aside, and acknowledged",
  mqtt_refused_messages_total:
    "Messages of MQTT of which something was refused: damaged, retained, or with readings that are",
  mqtt_set_aside_messages_total: "Messages of MQTT that could not be stored by themselves, and are set aside",
} as const;
export type CounterName = keyof typeof COUNTERS;

/** The labels of measured values; times are in seconds. */
export interface MeasuredLabels {
  readonly ingest_duration_seconds: undefined;
  readonly commit_duration_seconds: undefined;
  readonly commit_rows: undefined;
  /** 0 for an event ahead of the clock. */
  readonly event_lag_seconds: undefined;
  readonly shared_log_decide_seconds: undefined;
  readonly shared_log_append_seconds: undefined;
  readonly shared_log_apply_seconds: undefined;
  readonly query_duration_seconds: { readonly query: QueryKind };
  readonly webhook_delivery_duration_seconds: { readonly result: DeliveryResult };
  readonly sql_duration_seconds: { readonly outcome: SqlOutcome };
}

/** Metrics of the engine. No method throws or waits by itself. */
export interface Telemetry {
  count(name: CounterName, more: number): void;
  observe<Name extends keyof MeasuredLabels>(name: Name, value: number, labels?: MeasuredLabels[Name]): void;
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
