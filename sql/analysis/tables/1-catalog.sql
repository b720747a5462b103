-- The catalog of the analysis copy. Grain: one row per resource, or span of time, that a comment names.

-- The schema of the tables and macros that the views and macros for users consist of.
CREATE SCHEMA base;

-- One value: whether an instant is in a span of time, which has its first instant and not its last.
CREATE MACRO base.is_within(instant, first_ts, end_ts) AS instant >= first_ts AND instant < end_ts;

-- One row: the source of the copy and its state. Answers are as of `ts` (D3), there are no changes before `first_ts`,
-- and the hours are right up to `hours_ts`.
CREATE TABLE base.source (
  schema_digest VARCHAR NOT NULL,
  time_zone_data VARCHAR NOT NULL,
  organization_id VARCHAR,
  last_event_id BIGINT NOT NULL,
  log_start BIGINT NOT NULL,
  catalog_digest VARCHAR,
  ts BIGINT NOT NULL,
  first_ts BIGINT NOT NULL,
  hours_ts BIGINT NOT NULL
);

-- One row per space. `key` is its id as the API writes it; `path` its ancestors' names and its own, the
-- outermost first; `safe_limit` the count above which it is unsafe (D15). The columns are in the order of `spaces`.
CREATE TABLE base.space (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  space_type VARCHAR NOT NULL,
  "function" VARCHAR,
  parent_key VARCHAR,
  parent_type VARCHAR,
  path VARCHAR[] NOT NULL,
  campus VARCHAR,
  building VARCHAR,
  building_key VARCHAR,
  floor VARCHAR,
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR,
  capacity BIGINT,
  target_capacity BIGINT,
  safe_limit DOUBLE,
  safe_threshold_mode VARCHAR,
  safe_threshold_value DOUBLE,
  safe_capacity BIGINT,
  tags VARCHAR[] NOT NULL,
  assigned_teams VARCHAR[] NOT NULL,
  notes VARCHAR NOT NULL,
  address VARCHAR,
  latitude DOUBLE,
  longitude DOUBLE,
  size_area DOUBLE,
  size_area_unit VARCHAR NOT NULL,
  annual_rent DOUBLE,
  annual_rent_currency VARCHAR NOT NULL,
  meta VARCHAR NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- One row per doorway, deleted ones included.
CREATE TABLE base.doorway (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  description VARCHAR NOT NULL,
  tags VARCHAR[] NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);

-- One row per sensor; the log refers to it by its `number`.
CREATE TABLE base.sensor (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  number INTEGER NOT NULL,
  serial_number VARCHAR NOT NULL,
  sensor_type VARCHAR,
  firmware_version VARCHAR,
  current_disposition VARCHAR,
  last_heartbeat BIGINT,
  created_at BIGINT NOT NULL
);

-- One row per span of time for which a sensor was at a doorway; null is without limit.
CREATE TABLE base.attachment (
  id BIGINT NOT NULL,
  sensor_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT
);

-- One row per span of time for which a doorway led into a space; null is without limit.
CREATE TABLE base.link (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  space_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT
);

-- One row per span of time for which a space had a daily reset; null is without limit.
CREATE TABLE base.schedule (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR,
  valid_from BIGINT,
  valid_to BIGINT
);

-- One row per explicit reset of a space's count that has not been voided.
CREATE TABLE base.reset (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  space_id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  count INTEGER NOT NULL,
  created_at BIGINT NOT NULL
);

-- One row per time segment.
CREATE TABLE base.time_segment (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  label VARCHAR NOT NULL,
  start_time VARCHAR NOT NULL,
  end_time VARCHAR NOT NULL,
  days VARCHAR[] NOT NULL,
  space_keys VARCHAR[] NOT NULL,
  group_names VARCHAR[] NOT NULL
);

-- One row per time zone, time of a daily reset in it, and instant at which it fell due, or will (D2, D8).
CREATE TABLE base.daily_reset (
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR NOT NULL,
  ts BIGINT NOT NULL
);

-- One row per time zone and span of time with a constant offset from UTC. `local_from` and `local_to` are the wall
-- times, as ms, that D2 reads with this offset. `in_use` spans are within the time of the events.
CREATE TABLE base.zone_span (
  time_zone VARCHAR NOT NULL,
  from_ts BIGINT NOT NULL,
  to_ts BIGINT NOT NULL,
  local_from BIGINT NOT NULL,
  local_to BIGINT NOT NULL,
  offset_ms BIGINT NOT NULL,
  in_use BOOLEAN NOT NULL
);

-- One row per sensor, space and span of time for which the sensor's events counted for the space
-- (D5): its attachment to a doorway, as far as it overlaps the doorway's link to the space.
CREATE TABLE base.binding (
  sensor INTEGER NOT NULL,
  space_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT NOT NULL
);

-- One row per sensor, space and span of time for which the sensor's events counted for the space and its
-- clocks had one offset from UTC; with the names that users see, so that events are joined once.
CREATE TABLE base.local_binding (
  sensor INTEGER NOT NULL,
  sensor_serial_number VARCHAR NOT NULL,
  space_key VARCHAR NOT NULL,
  space_name VARCHAR NOT NULL,
  doorway_key VARCHAR NOT NULL,
  doorway_name VARCHAR NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT NOT NULL,
  offset_ms BIGINT NOT NULL
);
