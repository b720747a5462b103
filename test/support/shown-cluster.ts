const FRESH = { as_of: "2026-05-06T07:00:00.000Z", lag_seconds: 12 };
const UNKNOWN = { as_of: null, lag_seconds: null };

/** Mirrors in all states. */
export const MIRRORS = [
  { database: "analytics-1.example.com:8123/headcount", lag_events: 0, rows_per_second: 1_250, ...FRESH },
  {
    database: "analytics-2.example.com:8123/headcount",
    lag_events: 56_789,
    rows_per_second: 98_765,
    ...FRESH,
  },
  {
    ...{
      database: "analytics-3.example.com:8123/headcount",
      lag_events: 1_234,
      rows_per_second: 20,
      ...FRESH,
    },
    lag_seconds: 7_200,
    error: "ClickHouse at analytics-3.example.com:8123/headcount refuses connections (ECONNREFUSED)",
  },
  { database: "analytics-4.example.com:8123/headcount", lag_events: null, rows_per_second: null, ...UNKNOWN },
].map((mirror) => ({ error: null, ...mirror }));

/** A broker of MQTT that refuses one of the filters. */
export const MQTT_BROKER = {
  broker: "broker.example.com:8883",
  connected: true,
  filters: [
    { adapter: "milesight", filter: "counters/+/data", subscribed: true, error: null },
    {
      adapter: "presence",
      filter: "zigbee2mqtt/#",
      subscribed: false,
      error: "the broker refuses the subscription",
    },
  ],
  messages: 12_345,
  refused_messages: 6,
  waiting_messages: 0,
  set_aside_messages: 2,
  set_aside_files: 1_000,
  set_aside: [
    {
      file: "20260506T065900000Z-0123456789abcdef",
      topic: "counters/hall/data",
      adapter: "milesight",
      received_at: "2026-05-06T06:59:00.000Z",
      reason: "Invalid array length",
      bytes: 27,
      payload: '{"line_total_data":[{"a"}]}',
    },
  ],
  last_message_at: "2026-05-06T07:00:00.000Z",
  error: "no messages of the filter zigbee2mqtt/#: the broker refuses the subscription",
};

/** An answer of a cluster of which one server is gone, on a database that may lose data. */
export const CLUSTER = {
  database: "postgres://db-1.example.com:5432,db-2.example.com:5432/headcount",
  nodes: [
    {
      address: "https://counts-1.example.com",
      duties: ["mirrors", "notifications", "snapshots"],
      mirrors: MIRRORS,
      lag: 0,
      seen: 1,
    },
    { address: null, duties: [], mirrors: [], lag: 1_234, seen: 7_200 },
  ].map(({ address, duties, mirrors, lag, seen }, index) => ({
    node: `1f2e3d4${index}`,
    address,
    version: "0.1.0",
    record_format: 2,
    position: 90_000 - lag,
    lag_records: lag,
    seen_seconds_ago: seen,
    duties,
    mirrors,
  })),
  log: {
    oldest_position: 12,
    last_position: 90_000,
    record_format: 1,
    common_record_format: 2,
    bytes: 45_600_000,
  },
  snapshots: [{ position: 40_000, bytes: 12_300_000, taken_at: "2026-05-06T07:00:00.000Z" }],
  postgresql: {
    version: "15.18 (Debian 15.18-0+deb12u1)",
    fsync: true,
    synchronous_commit: "off",
    synchronous_standby_names: "",
    standbys: 1,
    replication_slots: 1,
    oldest_snapshot_seconds: 95,
  },
};
