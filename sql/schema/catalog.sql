-- The catalog: one table per kind of resource, and the audit log. Grain: one row per resource, or per span of time in
-- which a property of one held. A null end of a span means no limit.

CREATE TABLE space (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  notes VARCHAR NOT NULL,
  meta VARCHAR NOT NULL,
  parent_id BIGINT,
  space_type VARCHAR NOT NULL,
  "function" VARCHAR,
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR,
  capacity BIGINT,
  target_capacity BIGINT,
  safe_capacity BIGINT,
  safe_threshold_mode VARCHAR,
  safe_threshold_value DOUBLE,
  address VARCHAR,
  latitude DOUBLE,
  longitude DOUBLE,
  size_area DOUBLE,
  size_area_unit VARCHAR NOT NULL,
  annual_rent DOUBLE,
  annual_rent_currency VARCHAR NOT NULL,
  inherits_time_segments BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  tags VARCHAR[] NOT NULL
);

-- One row per team and space that it is assigned to.
CREATE TABLE assigned_team (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  team_name VARCHAR NOT NULL,
  created_at BIGINT NOT NULL
);

-- Deleted doorways stay, with the time of deletion.
CREATE TABLE doorway (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  description VARCHAR NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  tags VARCHAR[] NOT NULL
);

-- The log refers to a sensor by its `key`.
CREATE TABLE sensor (
  id BIGINT NOT NULL,
  key INTEGER NOT NULL,
  serial_number VARCHAR NOT NULL,
  created_at BIGINT NOT NULL
);

-- One row per sensor that has sent a heartbeat: the content of the last one, by the sensor's id.
CREATE TABLE sensor_state (
  id BIGINT NOT NULL,
  sensor_type VARCHAR,
  firmware_version VARCHAR,
  current_disposition VARCHAR,
  network_addresses VARCHAR NOT NULL,
  last_heartbeat BIGINT NOT NULL
);

-- One row per span of time in which a sensor was at a doorway.
CREATE TABLE attachment (
  id BIGINT NOT NULL,
  sensor_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT
);

-- One row per span of time in which a doorway led into a space.
CREATE TABLE link (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT,
  created_at BIGINT NOT NULL
);

-- One row per span of time in which a space had a daily reset.
CREATE TABLE schedule (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR,
  valid_from BIGINT,
  valid_to BIGINT
);

-- One row per explicit reset of a space's count. `voided_at` is null if the reset is valid (D5).
CREATE TABLE reset (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  count INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  voided_at BIGINT
);

CREATE TABLE time_segment (
  id BIGINT NOT NULL,
  label VARCHAR NOT NULL,
  start_time VARCHAR NOT NULL,
  end_time VARCHAR NOT NULL,
  days VARCHAR[] NOT NULL,
  space_ids BIGINT[] NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE time_segment_group (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  time_segment_ids BIGINT[] NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- Calls of a webhook are signed with its secret. `disabled_reason` says why the server has disabled it, if it has.
CREATE TABLE webhook (
  id BIGINT NOT NULL,
  version VARCHAR NOT NULL,
  name VARCHAR,
  description VARCHAR,
  endpoint VARCHAR NOT NULL,
  headers VARCHAR NOT NULL,
  enabled BOOLEAN NOT NULL,
  type VARCHAR NOT NULL,
  secret VARCHAR NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  disabled_reason VARCHAR
);

-- Of a token's secret only the hash is stored.
CREATE TABLE token (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  hash VARCHAR NOT NULL,
  scopes VARCHAR[] NOT NULL,
  rate INTEGER,
  created_at BIGINT NOT NULL
);

-- One row per change of one resource: who made it, when, and the fields before and after it.
CREATE TABLE audit_entry (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  token_id BIGINT,
  actor VARCHAR NOT NULL,
  action VARCHAR NOT NULL,
  resource_type VARCHAR NOT NULL,
  resource_id VARCHAR NOT NULL,
  changes VARCHAR NOT NULL
);
