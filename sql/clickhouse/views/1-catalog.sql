-- Views of the catalog of the mirror, with the names and columns of the local ones (sql/analysis/views). Instants are
-- UTC; columns whose names begin with local_ are in the time zone of the space. FINAL shows the current rows. The comment
-- above a query is that of its view, which is in `help`.
--
-- LEFT JOIN gives null only for columns that may be null, and an empty text for others.

-- name: as_of
-- Grain: one row: the time of the data that queries read. Later events are not included.
SELECT fromUnixTimestamp64Milli(max(as_of_ts), 'UTC') AS timestamp
FROM cut
WHERE is_complete = 1

-- name: spaces
-- Grain: one row per space, floor, building or campus, with its present settings and its location.
SELECT
  key AS id, name, space_type, function, parent_key AS parent_id, path, campus, building, building_key AS building_id,
  floor, time_zone, daily_reset, capacity, target_capacity, safe_limit, safe_threshold_mode, safe_threshold_value,
  safe_capacity, tags, assigned_teams, notes, address, latitude, longitude, size_area, size_area_unit, annual_rent,
  annual_rent_currency, meta,
  fromUnixTimestamp64Milli(created_at, 'UTC') AS created_at,
  fromUnixTimestamp64Milli(updated_at, 'UTC') AS updated_at
FROM space FINAL

-- name: doorways
-- Grain: one row per doorway that has not been deleted, with the sensor that is attached to it now.
SELECT
  doorway.key AS id,
  doorway.name AS name,
  doorway.description AS description,
  doorway.tags AS tags,
  attached.serial_number AS sensor_serial_number,
  fromUnixTimestamp64Milli(doorway.created_at, 'UTC') AS created_at,
  fromUnixTimestamp64Milli(doorway.updated_at, 'UTC') AS updated_at
FROM (SELECT * FROM doorway FINAL WHERE deleted_at IS NULL) AS doorway
LEFT JOIN (
  SELECT attachment.doorway_id AS doorway_id, toNullable(sensor.serial_number) AS serial_number
  FROM (SELECT sensor_id, doorway_id FROM attachment FINAL WHERE valid_to IS NULL) AS attachment
  JOIN (SELECT id, serial_number FROM sensor FINAL) AS sensor ON sensor.id = attachment.sensor_id
) AS attached ON attached.doorway_id = doorway.id

-- name: sensors
-- Grain: one row per sensor, with the doorway to which it is attached now and its last heartbeat.
SELECT
  sensor.key AS id,
  sensor.serial_number AS serial_number,
  attached.doorway_key AS doorway_id,
  attached.doorway_name AS doorway_name,
  sensor.sensor_type AS sensor_type,
  sensor.firmware_version AS firmware_version,
  sensor.current_disposition AS current_disposition,
  fromUnixTimestamp64Milli(sensor.last_heartbeat, 'UTC') AS last_heartbeat,
  fromUnixTimestamp64Milli(sensor.created_at, 'UTC') AS created_at
FROM (SELECT * FROM sensor FINAL) AS sensor
LEFT JOIN (
  SELECT
    attachment.sensor_id AS sensor_id,
    toNullable(doorway.key) AS doorway_key,
    toNullable(doorway.name) AS doorway_name
  FROM (SELECT sensor_id, doorway_id FROM attachment FINAL WHERE valid_to IS NULL) AS attachment
  JOIN (SELECT id, key, name FROM doorway FINAL) AS doorway ON doorway.id = attachment.doorway_id
) AS attached ON attached.sensor_id = sensor.id

-- name: attachments
-- Grain: one row per span of time for which a sensor was attached to a doorway. A null start or end is unbounded.
SELECT
  sensor.serial_number AS sensor_serial_number,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  fromUnixTimestamp64Milli(attachment.valid_from, 'UTC') AS valid_from,
  fromUnixTimestamp64Milli(attachment.valid_to, 'UTC') AS valid_to
FROM (SELECT * FROM attachment FINAL) AS attachment
JOIN (SELECT id, serial_number FROM sensor FINAL) AS sensor ON sensor.id = attachment.sensor_id
JOIN (SELECT id, key, name FROM doorway FINAL) AS doorway ON doorway.id = attachment.doorway_id

-- name: links
-- Grain: one row per span of time for which a doorway was linked to a space. A null start or end is unbounded.
SELECT
  link.key AS id,
  space.key AS space_id,
  space.name AS space_name,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  link.sensor_placement AS sensor_placement,
  fromUnixTimestamp64Milli(link.valid_from, 'UTC') AS valid_from,
  fromUnixTimestamp64Milli(link.valid_to, 'UTC') AS valid_to
FROM (SELECT * FROM link FINAL) AS link
JOIN (SELECT id, key, name FROM space FINAL) AS space ON space.id = link.space_id
JOIN (SELECT id, key, name FROM doorway FINAL) AS doorway ON doorway.id = link.doorway_id

-- name: resets
-- Grain: one row per explicit reset of a space's count that has not been voided.
SELECT
  reset.key AS id,
  space.key AS space_id,
  space.name AS space_name,
  fromUnixTimestamp64Milli(reset.ts, 'UTC') AS timestamp,
  fromUnixTimestamp64Milli(reset.ts + span.offset_ms, 'UTC') AS local_timestamp,
  reset.count AS count,
  fromUnixTimestamp64Milli(reset.created_at, 'UTC') AS created_at
FROM (SELECT * FROM reset FINAL) AS reset
JOIN (SELECT id, key, name, time_zone FROM space FINAL) AS space ON space.id = reset.space_id
ASOF JOIN (SELECT time_zone, from_ts, offset_ms FROM zone_span FINAL) AS span
  ON span.time_zone = space.time_zone AND span.from_ts <= reset.ts

-- name: daily_resets
-- Grain: one row per space and time of its daily reset, since the first event or explicit reset of any space.
SELECT
  space.key AS space_id,
  space.name AS space_name,
  fromUnixTimestamp64Milli(due.ts, 'UTC') AS timestamp,
  fromUnixTimestamp64Milli(due.ts + span.offset_ms, 'UTC') AS local_timestamp
FROM (
  SELECT schedule.space_id AS space_id, daily_reset.ts AS ts
  FROM (SELECT * FROM schedule FINAL) AS schedule
  JOIN (
    SELECT time_zone, daily_reset, ts
    FROM daily_reset FINAL
    WHERE ts <= (SELECT max(as_of_ts) FROM cut WHERE is_complete = 1)
  ) AS daily_reset
    ON daily_reset.time_zone = schedule.time_zone AND daily_reset.daily_reset = schedule.daily_reset
  WHERE daily_reset.ts >= coalesce(schedule.valid_from, -9223372036854775808)
    AND daily_reset.ts < coalesce(schedule.valid_to, 9223372036854775807)
) AS due
JOIN (SELECT id, key, name, time_zone FROM space FINAL) AS space ON space.id = due.space_id
ASOF JOIN (SELECT time_zone, from_ts, offset_ms FROM zone_span FINAL) AS span
  ON span.time_zone = space.time_zone AND span.from_ts <= due.ts

-- name: time_segments
-- Grain: one row per time segment and space that it names. Descendants of the space inherit it.
SELECT
  segment.id AS id,
  segment.label AS label,
  segment.start_time AS start_time,
  segment.end_time AS end_time,
  segment.days AS days,
  segment.group_names AS group_names,
  segment.space_id AS space_id,
  space.name AS space_name
FROM (
  SELECT
    key AS id, label, start_time, end_time, days, group_names,
    arrayJoin(if(empty(space_keys), [NULL], arrayMap(key -> toNullable(key), space_keys))) AS space_id
  FROM time_segment FINAL
) AS segment
LEFT JOIN (SELECT toNullable(key) AS key, toNullable(name) AS name FROM space FINAL) AS space
  ON space.key = segment.space_id
