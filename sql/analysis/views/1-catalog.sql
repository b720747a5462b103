-- Views of the catalog.

-- name: spaces
-- Grain: one row per space, floor, building or campus, with its present settings and its location.
CREATE VIEW spaces AS
SELECT
  * EXCLUDE (id, parent_type)
  REPLACE (
    meta::JSON AS meta,
    make_timestamp_ms(created_at) AS created_at,
    make_timestamp_ms(updated_at) AS updated_at
  )
  RENAME (key AS id, parent_key AS parent_id, building_key AS building_id)
FROM base.space

-- name: doorways
-- Grain: one row per doorway that has not been deleted, with the sensor that is attached to it now.
CREATE VIEW doorways AS
SELECT
  doorway.key AS id,
  doorway.name,
  doorway.description,
  doorway.tags,
  sensor.serial_number AS sensor_serial_number,
  make_timestamp_ms(doorway.created_at) AS created_at,
  make_timestamp_ms(doorway.updated_at) AS updated_at
FROM base.doorway
LEFT JOIN base.attachment ON attachment.doorway_id = doorway.id AND attachment.valid_to IS NULL
LEFT JOIN base.sensor ON sensor.id = attachment.sensor_id
WHERE doorway.deleted_at IS NULL

-- name: sensors
-- Grain: one row per sensor, with the doorway to which it is attached now and its last heartbeat.
CREATE VIEW sensors AS
SELECT
  sensor.key AS id,
  sensor.serial_number,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  sensor.sensor_type,
  sensor.firmware_version,
  sensor.current_disposition,
  make_timestamp_ms(sensor.last_heartbeat) AS last_heartbeat,
  make_timestamp_ms(sensor.created_at) AS created_at
FROM base.sensor
LEFT JOIN base.attachment ON attachment.sensor_id = sensor.id AND attachment.valid_to IS NULL
LEFT JOIN base.doorway ON doorway.id = attachment.doorway_id

-- name: attachments
-- Grain: one row per span of time for which a sensor was attached to a doorway. A null start or end is unbounded (D5).
CREATE VIEW attachments AS
SELECT
  sensor.serial_number AS sensor_serial_number,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  make_timestamp_ms(attachment.valid_from) AS valid_from,
  make_timestamp_ms(attachment.valid_to) AS valid_to
FROM base.attachment
JOIN base.sensor ON sensor.id = attachment.sensor_id
JOIN base.doorway ON doorway.id = attachment.doorway_id

-- name: links
-- Grain: one row per span of time for which a doorway was linked to a space. A null start or end is unbounded (D5).
CREATE VIEW links AS
SELECT
  link.key AS id,
  space.key AS space_id,
  space.name AS space_name,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  link.sensor_placement,
  make_timestamp_ms(link.valid_from) AS valid_from,
  make_timestamp_ms(link.valid_to) AS valid_to
FROM base.link
JOIN base.space ON space.id = link.space_id
JOIN base.doorway ON doorway.id = link.doorway_id

-- name: resets
-- Grain: one row per explicit reset of a space's count that has not been voided.
CREATE VIEW resets AS
SELECT
  reset.key AS id,
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(reset.ts) AS "timestamp",
  make_timestamp_ms(reset.ts + zone_span.offset_ms) AS local_timestamp,
  reset.count,
  make_timestamp_ms(reset.created_at) AS created_at
FROM base.reset
JOIN base.space ON space.id = reset.space_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND base.is_within(reset.ts, zone_span.from_ts, zone_span.to_ts)

-- name: daily-resets
-- Grain: one row per space and time of its daily reset, since the first event or explicit reset of any space.
CREATE VIEW daily_resets AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(due.ts) AS "timestamp",
  make_timestamp_ms(due.ts + zone_span.offset_ms) AS local_timestamp
FROM base.due_daily_reset AS due
JOIN base.space ON space.id = due.space_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND base.is_within(due.ts, zone_span.from_ts, zone_span.to_ts)

-- name: time-segments
-- Grain: one row per time segment and space that it names. Descendants of the space inherit it (D14).
CREATE VIEW time_segments AS
SELECT
  segment.id,
  segment.label,
  segment.start_time,
  segment.end_time,
  segment.days,
  segment.group_names,
  segment.space_id,
  space.name AS space_name
FROM (
  SELECT
    key AS id,
    label,
    start_time,
    end_time,
    days,
    group_names,
    unnest(CASE WHEN len(space_keys) = 0 THEN [NULL] ELSE space_keys END) AS space_id
  FROM base.time_segment
) AS segment
LEFT JOIN base.space ON space.key = segment.space_id
