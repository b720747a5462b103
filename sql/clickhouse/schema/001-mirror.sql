-- Version 1 of the tables of the mirror. Each further version is a file with the next number, whose statements can be run
-- again. A statement that creates a table has its name.
--
-- A row replaces those with the same key and a lower `version`: the number of the cut that it came with. With
-- `is_deleted` it removes them. So rows that are sent again change nothing. Instants of the catalog are ms since the epoch.
--
-- People name a space by the text of its id. The indexes `space_key` find it: by the primary key, only numbers are found.
--
-- Codecs were chosen by size, with two million events, changes of spaces and hours. T64 removes the unused bits of numbers,
-- Delta suits what grows evenly; ZSTD(3) gains next to nothing over ZSTD(1). A row of `event_base` takes 5 bytes, without
-- codecs 11.

-- name: event_base
-- Grain: one row per event that counts.
CREATE TABLE IF NOT EXISTS event_base (
  id Int64 CODEC(Delta, ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  sensor Int32 CODEC(ZSTD(1)),
  trajectory Int8 CODEC(T64, ZSTD(1)),
  event_id Nullable(String) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(ts)
ORDER BY (sensor, ts, id)

-- name: space_event_base
-- Grain: one row per event and space that it counts for. `resolution` is in ms.
CREATE TABLE IF NOT EXISTS space_event_base (
  space_id Int64 CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  id Int64 CODEC(Delta, ZSTD(1)),
  direction Int8 CODEC(T64, ZSTD(1)),
  doorway_id Int64 CODEC(ZSTD(1)),
  sensor Int32 CODEC(T64, ZSTD(1)),
  resolution Int64 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  INDEX space_key concat('spc_', toString(space_id)) TYPE set(1000) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(ts)
ORDER BY (space_id, ts, id)

-- name: reading_base
-- Grain: one row per reading of a device; `number` counts those of a sensor. `at` is its time, or else its arrival.
CREATE TABLE IF NOT EXISTS reading_base (
  sensor Int32 CODEC(ZSTD(1)),
  number Int64 CODEC(Delta, ZSTD(1)),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  kind Nullable(String) CODEC(ZSTD(1)),
  ts Nullable(DateTime64(3, 'UTC')) CODEC(Delta, ZSTD(1)),
  end_ts Nullable(DateTime64(3, 'UTC')) CODEC(Delta, ZSTD(1)),
  in_value Nullable(Int64) CODEC(Delta, ZSTD(1)),
  out_value Nullable(Int64) CODEC(Delta, ZSTD(1)),
  coverage Nullable(Float64) CODEC(ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  result String CODEC(ZSTD(1)),
  counted_in Int64 CODEC(T64, ZSTD(1)),
  counted_out Int64 CODEC(T64, ZSTD(1)),
  note Nullable(String) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  INDEX timestamp ts TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(at)
ORDER BY (sensor, at, number)

-- name: reading_position
-- Grain: one row per sensor with readings: how many are here, and how often they had been replaced or judged again.
CREATE TABLE IF NOT EXISTS reading_position (
  sensor Int32,
  readings Int64,
  revision Int32,
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY sensor

-- name: hour_base
-- Grain: one row per space and local hour. `integral` is in people × ms.
CREATE TABLE IF NOT EXISTS hour_base (
  space_id Int64 CODEC(ZSTD(1)),
  start_ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  end_ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  offset_ms Int32 CODEC(ZSTD(1)),
  count Int32 CODEC(T64, ZSTD(1)),
  min Int32 CODEC(T64, ZSTD(1)),
  max Int32 CODEC(T64, ZSTD(1)),
  entrances Int32 CODEC(T64, ZSTD(1)),
  exits Int32 CODEC(T64, ZSTD(1)),
  integral Int64 CODEC(T64, ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  INDEX space_key concat('spc_', toString(space_id)) TYPE set(1000) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(start_ts)
ORDER BY (space_id, start_ts)

-- name: day_base
-- Grain: one row per space and local day. `length` is in ms, `integral` in people × ms. The start of a day can come to be in
-- another month when a time zone changes: partitions follow the key.
CREATE TABLE IF NOT EXISTS day_base (
  space_id Int64 CODEC(ZSTD(1)),
  local_date Date32 CODEC(Delta, ZSTD(1)),
  start_ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  length Int64 CODEC(T64, ZSTD(1)),
  count Int32 CODEC(T64, ZSTD(1)),
  min Int32 CODEC(T64, ZSTD(1)),
  max Int32 CODEC(T64, ZSTD(1)),
  entrances Int32 CODEC(T64, ZSTD(1)),
  exits Int32 CODEC(T64, ZSTD(1)),
  integral Int64 CODEC(T64, ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  INDEX space_key concat('spc_', toString(space_id)) TYPE set(1000) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(local_date)
ORDER BY (space_id, local_date)

-- name: breach_base
-- Grain: one row per breach; `end_ts` is null while it lasts.
CREATE TABLE IF NOT EXISTS breach_base (
  space_id Int64,
  start_ts DateTime64(3, 'UTC'),
  end_ts Nullable(DateTime64(3, 'UTC')),
  peak_count Int32,
  peak_ts DateTime64(3, 'UTC'),
  safe_limit Float64,
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1)),
  INDEX space_key concat('spc_', toString(space_id)) TYPE set(1000) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(start_ts)
ORDER BY (space_id, start_ts)

-- name: space
-- Grain: one row per space.
CREATE TABLE IF NOT EXISTS space (
  id Int64,
  key String,
  name String,
  space_type String,
  "function" Nullable(String),
  parent_key Nullable(String),
  parent_type Nullable(String),
  path Array(String),
  campus Nullable(String),
  building Nullable(String),
  building_key Nullable(String),
  floor Nullable(String),
  time_zone String,
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
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: doorway
-- Grain: one row per doorway, deleted ones included.
CREATE TABLE IF NOT EXISTS doorway (
  id Int64,
  key String,
  name String,
  description String,
  tags Array(String),
  created_at Int64,
  updated_at Int64,
  deleted_at Nullable(Int64),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: sensor
-- Grain: one row per sensor; events refer to it by its `number`.
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
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: attachment
-- Grain: one row per span of time for which a sensor was at a doorway; null is without limit.
CREATE TABLE IF NOT EXISTS attachment (
  id Int64,
  sensor_id Int64,
  doorway_id Int64,
  valid_from Nullable(Int64),
  valid_to Nullable(Int64),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: link
-- Grain: one row per span of time for which a doorway led into a space; null is without limit.
CREATE TABLE IF NOT EXISTS link (
  id Int64,
  key String,
  space_id Int64,
  doorway_id Int64,
  sensor_placement Int8,
  valid_from Nullable(Int64),
  valid_to Nullable(Int64),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: schedule
-- Grain: one row per span of time for which a space had a daily reset; null is without limit.
CREATE TABLE IF NOT EXISTS schedule (
  id Int64,
  space_id Int64,
  time_zone String,
  daily_reset Nullable(String),
  valid_from Nullable(Int64),
  valid_to Nullable(Int64),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: reset
-- Grain: one row per explicit reset of a space's count.
CREATE TABLE IF NOT EXISTS reset (
  id Int64,
  key String,
  space_id Int64,
  ts Int64,
  count Int32,
  created_at Int64,
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: time_segment
-- Grain: one row per time segment.
CREATE TABLE IF NOT EXISTS time_segment (
  id Int64,
  key String,
  label String,
  start_time String,
  end_time String,
  days Array(String),
  space_keys Array(String),
  group_names Array(String),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY id

-- name: zone_span
-- Grain: one row per time zone and span of time with a constant offset from UTC.
CREATE TABLE IF NOT EXISTS zone_span (
  time_zone String,
  from_ts Int64,
  to_ts Int64,
  local_from Int64,
  local_to Int64,
  offset_ms Int64,
  in_use Bool,
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (time_zone, from_ts)

-- name: daily_reset
-- Grain: one row per time zone, time of a daily reset in it, and instant at which it fell due, or will.
CREATE TABLE IF NOT EXISTS daily_reset (
  time_zone String,
  daily_reset String,
  ts Int64 CODEC(Delta, ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  is_deleted UInt8 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version, is_deleted)
ORDER BY (time_zone, daily_reset, ts)

-- name: cut
-- Grain: one row per cut: what has been shipped with it and before: events up to `event_id`, and hours, days and breaches
-- with events up to `counted_event_id`. During the first fill, what is before `missing_before_ts` is missing. `changed` and
-- `rebound` are spans of spaces, as JSON, whose rows are still to be shipped; of a cut that is not complete, some of them
-- may have been.
CREATE TABLE IF NOT EXISTS cut (
  version UInt64,
  organization_id String,
  event_id Int64,
  voided_until_ts Int64,
  events_as_of_ts Int64,
  counted_event_id Int64,
  counted_voided_until_ts Int64,
  as_of_ts Int64,
  missing_before_ts Nullable(Int64),
  catalog_digest Nullable(String),
  changed String CODEC(ZSTD(1)),
  rebound String CODEC(ZSTD(1)),
  is_complete UInt8,
  shipped_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree(is_complete)
ORDER BY version

-- name: schema_version
-- Grain: one row per version that these tables have had.
CREATE TABLE IF NOT EXISTS schema_version (
  version UInt32
)
ENGINE = ReplacingMergeTree
ORDER BY version
