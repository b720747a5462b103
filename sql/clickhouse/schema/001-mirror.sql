-- The tables of a mirror in ClickHouse. Every row has the version of the cut that it came with; FINAL shows the row with
-- the greatest one of each key, and none that `is_deleted`. Instants are in ms, UTC.

-- name: schema_version
CREATE TABLE IF NOT EXISTS schema_version (
  version UInt32
)
ENGINE = ReplacingMergeTree
ORDER BY version

-- name: cut
-- One row per cut: what has been shipped up to it. `changed` and `rebound` are spans of spaces, as JSON, whose rows are
-- still to be shipped; a cut that was begun and is not complete may have shipped some of them.
CREATE TABLE IF NOT EXISTS cut (
  version UInt64,
  organization_id String,
  last_event_id Int64,
  voided_until_ts Int64,
  catalog_digest Nullable(String),
  as_of_ts Int64,
  changed String CODEC(ZSTD),
  rebound String CODEC(ZSTD),
  is_complete UInt8,
  shipped_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree(is_complete)
ORDER BY version

-- name: event_base
-- One row per event. Timestamps of a sensor ascend, and ids nearly do: differences are small.
CREATE TABLE IF NOT EXISTS event_base (
  id Int64 CODEC(Delta, ZSTD),
  ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  sensor Int32 CODEC(Delta, ZSTD),
  trajectory Int8 CODEC(ZSTD),
  event_id Nullable(String) CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8 CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(ts)
ORDER BY (sensor, ts, id)

-- name: space_event_base
-- One row per event and space for which it counts; `direction` is 1 for an entrance and -1 for an exit (D4, D5).
CREATE TABLE IF NOT EXISTS space_event_base (
  space_id Int64 CODEC(Delta, ZSTD),
  ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  id Int64 CODEC(Delta, ZSTD),
  direction Int8 CODEC(ZSTD),
  doorway_id Int64 CODEC(Delta, ZSTD),
  sensor Int32 CODEC(Delta, ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8 CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(ts)
ORDER BY (space_id, ts, id)

-- name: hour_base
-- One row per space and local hour (D12). `integral` is the sum of the count over time, in people times ms.
CREATE TABLE IF NOT EXISTS hour_base (
  space_id Int64 CODEC(Delta, ZSTD),
  start_ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  end_ts DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  offset_ms Int32 CODEC(Delta, ZSTD),
  count Int32 CODEC(T64, ZSTD),
  min Int32 CODEC(T64, ZSTD),
  max Int32 CODEC(T64, ZSTD),
  entrances Int32 CODEC(T64, ZSTD),
  exits Int32 CODEC(T64, ZSTD),
  integral Int64 CODEC(T64, ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8 CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(start_ts)
ORDER BY (space_id, start_ts)

-- name: day_base
-- One row per space and local date; `length` is the time measured, in ms.
CREATE TABLE IF NOT EXISTS day_base (
  space_id Int64,
  local_date Date32,
  start_ts DateTime64(3, 'UTC'),
  length Int64,
  count Int32,
  min Int32,
  max Int32,
  entrances Int64,
  exits Int64,
  integral Int64,
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYear(local_date)
ORDER BY (space_id, local_date)

-- name: breach_base
-- One row per breach of the safe limit of a space (D15); `end_ts` is null while it lasts.
CREATE TABLE IF NOT EXISTS breach_base (
  space_id Int64,
  start_ts DateTime64(3, 'UTC'),
  end_ts Nullable(DateTime64(3, 'UTC')),
  peak_count Int32,
  peak_ts DateTime64(3, 'UTC'),
  safe_limit Float64,
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (space_id, start_ts)

-- name: space
-- One row per space. `key` is its id as the API writes it; `path` its ancestors' names and its own, the outermost first;
-- `safe_limit` the count above which it is unsafe (D15).
CREATE TABLE IF NOT EXISTS space (
  id Int64,
  key String,
  name String,
  space_type String,
  function Nullable(String),
  parent_key Nullable(String),
  path Array(String),
  campus Nullable(String),
  building Nullable(String),
  building_key Nullable(String),
  floor Nullable(String),
  time_zone LowCardinality(String),
  daily_reset Nullable(String),
  capacity Nullable(Int64),
  target_capacity Nullable(Int64),
  safe_limit Nullable(Float64),
  safe_threshold_mode Nullable(String),
  safe_threshold_value Nullable(Float64),
  safe_capacity Nullable(Int64),
  tags Array(String),
  assigned_teams Array(String),
  notes String,
  address Nullable(String),
  latitude Nullable(Float64),
  longitude Nullable(Float64),
  size_area Nullable(Float64),
  size_area_unit String,
  annual_rent Nullable(Float64),
  annual_rent_currency String,
  meta String,
  created_at Int64,
  updated_at Int64,
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: doorway
-- One row per doorway, deleted ones included.
CREATE TABLE IF NOT EXISTS doorway (
  id Int64,
  key String,
  name String,
  description String,
  tags Array(String),
  created_at Int64,
  updated_at Int64,
  deleted_at Nullable(Int64),
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: sensor
-- One row per sensor; events refer to it by its `number`.
CREATE TABLE IF NOT EXISTS sensor (
  id Int64,
  key String,
  number Int32,
  serial_number String,
  sensor_type Nullable(String),
  firmware_version Nullable(String),
  current_disposition Nullable(String),
  last_heartbeat Nullable(Int64),
  created_at Int64,
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: attachment
-- One row per span of time for which a sensor was at a doorway; null is without limit.
CREATE TABLE IF NOT EXISTS attachment (
  id Int64,
  sensor_id Int64,
  doorway_id Int64,
  valid_from Nullable(Int64),
  valid_to Nullable(Int64),
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: link
-- One row per span of time for which a doorway led into a space; null is without limit.
CREATE TABLE IF NOT EXISTS link (
  id Int64,
  key String,
  space_id Int64,
  doorway_id Int64,
  sensor_placement Int8,
  valid_from Nullable(Int64),
  valid_to Nullable(Int64),
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: schedule
-- One row per span of time for which a space had a daily reset; null is without limit.
CREATE TABLE IF NOT EXISTS schedule (
  id Int64,
  space_id Int64,
  time_zone LowCardinality(String),
  daily_reset Nullable(String),
  valid_from Nullable(Int64),
  valid_to Nullable(Int64),
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: reset
-- One row per explicit reset of a space's count that has not been voided.
CREATE TABLE IF NOT EXISTS reset (
  id Int64,
  key String,
  space_id Int64,
  ts Int64,
  count Int32,
  created_at Int64,
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: time_segment
-- One row per time segment.
CREATE TABLE IF NOT EXISTS time_segment (
  id Int64,
  key String,
  label String,
  start_time String,
  end_time String,
  days Array(String),
  space_keys Array(String),
  group_names Array(String),
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: zone_span
-- One row per time zone and span of time with a constant offset from UTC.
CREATE TABLE IF NOT EXISTS zone_span (
  time_zone LowCardinality(String),
  from_ts Int64,
  to_ts Int64,
  local_from Int64,
  local_to Int64,
  offset_ms Int64,
  in_use Bool,
  version UInt64,
  is_deleted UInt8
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (time_zone, from_ts)
