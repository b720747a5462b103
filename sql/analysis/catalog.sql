-- The analysis copy: filling its tables from the data directory or from an update.

-- name: source
-- Grain: one row: the source of the copy, and its state.
-- null: organization_id, catalog_digest
SELECT schema_digest, time_zone_data, organization_id, last_event_id, log_start, catalog_digest, ts, first_ts, hours_ts
FROM base.source

-- name: set-source
INSERT INTO base.source
VALUES (
  $schema_digest,
  $time_zone_data,
  $organization_id,
  $last_event_id,
  $log_start,
  $catalog_digest,
  $ts,
  $first_ts,
  $hours_ts
)

-- name: first-instant
-- Grain: one row: the earliest instant of an event, removed ones too, or of an explicit reset; null if there is none.
-- null: ts
SELECT min(ts) AS ts
FROM (
  SELECT min(ts) AS ts FROM base.event
  UNION ALL
  SELECT min(ts) FROM base.retained_change
  UNION ALL
  SELECT min(ts) FROM base.reset
)

-- name: first-new
-- Grain: one row: the earliest instant of an event with an id above $after_id; null if there is none.
-- null: ts
SELECT min(ts) AS ts
FROM base.event
WHERE id > $after_id

-- name: first-voided
-- Grain: one row: the earliest instant of a voided event that still counts; null if there is none.
-- null: ts
SELECT min(ts) AS ts
FROM base.event
WHERE id IN (SELECT id FROM base.voided_id)

-- name: table-columns
-- Grain: one row per column of a table of the copy, in order.
SELECT column_name, data_type
FROM duckdb_columns()
WHERE schema_name = 'base'
  AND table_name = $table
  AND database_name = current_database()
ORDER BY column_index

-- name: clear-table
DELETE FROM base.{table}

-- name: clear-due
DELETE FROM base.event_ahead
WHERE ts <= $as_of

-- name: copied-events
-- Grain: one row per event of a file, in its order.
SELECT id, ts, sensor, trajectory, event_id, (ts // 3600000)::INTEGER AS hour
FROM read_parquet($path)

-- name: copied-readings
-- Grain: one row per reading of a file.
-- null: kind, ts, end_ts, in_value, out_value, coverage, note
SELECT
  sensor,
  number,
  kind,
  ts,
  end_ts,
  in_value,
  out_value,
  coverage,
  received_at,
  result,
  counted_in,
  counted_out,
  note
FROM read_parquet($path)

-- name: copied-retained-changes
-- Grain: one row per change whose event has been removed, of a file.
-- not null: space_id
SELECT id, ts, space_id, direction
FROM read_parquet($path)

-- name: copied-voided
-- Grain: one row per voided event of a file.
SELECT id
FROM read_parquet($path)

-- name: drop-ahead
-- Removes future events with an id above `after_id`.
DELETE FROM base.event
WHERE id > $after_id
  AND ts > $as_of

-- name: drop-voided
DELETE FROM base.{table}
WHERE id IN (SELECT id FROM base.voided_id)

-- name: fill-binding
-- Grain: one row per sensor, space and span of time for which the sensor's events counted for the space (D5).
INSERT INTO base.binding
SELECT
  sensor.number,
  link.space_id,
  link.doorway_id,
  link.sensor_placement,
  coalesce(greatest(attachment.valid_from, link.valid_from), -9223372036854775808) AS from_ts,
  coalesce(least(attachment.valid_to, link.valid_to), 9223372036854775807) AS to_ts
FROM base.attachment
JOIN base.sensor ON sensor.id = attachment.sensor_id
JOIN base.link ON link.doorway_id = attachment.doorway_id
WHERE from_ts < to_ts

-- name: fill-local-binding
-- Grain: one row per sensor, space and span of time for which the sensor's events counted for the space and its
-- clocks had one offset from UTC.
INSERT INTO base.local_binding
SELECT
  binding.sensor,
  sensor.serial_number,
  space.key,
  space.name,
  doorway.key,
  doorway.name,
  binding.sensor_placement,
  greatest(binding.valid_from, zone_span.from_ts),
  least(binding.valid_to, zone_span.to_ts),
  zone_span.offset_ms
FROM base.binding
JOIN base.sensor ON sensor.number = binding.sensor
JOIN base.space ON space.id = binding.space_id
JOIN base.doorway ON doorway.id = binding.doorway_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND zone_span.in_use
  AND zone_span.from_ts < binding.valid_to
  AND zone_span.to_ts > binding.valid_from

-- name: hours-inputs
-- Grain: one row per start or end of what hours are derived from besides events.
SELECT ts, input
FROM base.hours_input

-- name: put-ahead
INSERT INTO base.event_ahead
SELECT *
FROM base.event
WHERE id > $after_id
  AND ts > $as_of

-- name: reading-positions
-- Grain: one row per sensor with copied readings.
SELECT sensor AS "sensorKey", readings::DOUBLE AS readings, revision
FROM base.reading_position

-- name: remove-readings
DELETE FROM base.reading
WHERE sensor IN (SELECT unnest($sensors))

-- name: reset-times
-- Grain: one row per time zone and time of a daily reset in it.
-- not null: daily_reset
SELECT DISTINCT time_zone, daily_reset
FROM base.schedule
WHERE daily_reset IS NOT NULL

-- name: take-due
INSERT INTO base.event
SELECT *
FROM base.event_ahead
WHERE ts <= $as_of

-- name: zones
-- Grain: one row per time zone of a space.
SELECT DISTINCT time_zone
FROM base.space
