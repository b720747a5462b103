-- The views of the mirror for people, with the names and columns of the local ones (sql/analysis/views). Instants are
-- UTC; columns whose names begin with local_ are in the time zone of the space. FINAL shows the current rows.

-- name: as-of
-- Grain: one row: the instant that the mirror is as of.
CREATE OR REPLACE VIEW as_of AS
SELECT fromUnixTimestamp64Milli(max(as_of_ts), 'UTC') AS timestamp
FROM cut
WHERE is_complete = 1

-- name: spaces
-- Grain: one row per space, floor, building or campus, with its present settings and its location.
CREATE OR REPLACE VIEW spaces AS
SELECT
  key AS id, name, space_type, function, parent_key AS parent_id, path, campus, building, building_key AS building_id,
  floor, time_zone, daily_reset, capacity, target_capacity, safe_limit, safe_threshold_mode, safe_threshold_value,
  safe_capacity, tags, assigned_teams, notes, address, latitude, longitude, size_area, size_area_unit, annual_rent,
  annual_rent_currency, meta,
  fromUnixTimestamp64Milli(created_at, 'UTC') AS created_at,
  fromUnixTimestamp64Milli(updated_at, 'UTC') AS updated_at
FROM space FINAL

-- name: events
-- Grain: one row per event that has not been voided, with the doorway to which its sensor was attached then.
CREATE OR REPLACE VIEW events AS
SELECT
  concat('evt_', toString(event.id)) AS id,
  event.ts AS timestamp,
  sensor.serial_number AS sensor_serial_number,
  event.trajectory AS trajectory,
  event.event_id AS event_id,
  attached.doorway_key AS doorway_id,
  attached.doorway_name AS doorway_name
FROM event_base AS event FINAL
JOIN (SELECT * FROM sensor FINAL) AS sensor ON sensor.number = event.sensor
LEFT JOIN (
  SELECT
    sensor.number AS sensor,
    doorway.key AS doorway_key,
    doorway.name AS doorway_name,
    coalesce(attachment.valid_from, -9223372036854775808) AS from_ts,
    coalesce(attachment.valid_to, 9223372036854775807) AS to_ts
  FROM attachment FINAL
  JOIN (SELECT * FROM sensor FINAL) AS sensor ON sensor.id = attachment.sensor_id
  JOIN (SELECT * FROM doorway FINAL) AS doorway ON doorway.id = attachment.doorway_id
) AS attached ON attached.sensor = event.sensor AND toUnixTimestamp64Milli(event.ts) >= attached.from_ts AND toUnixTimestamp64Milli(event.ts) < attached.to_ts
WHERE event.ts <= (SELECT fromUnixTimestamp64Milli(max(as_of_ts), 'UTC') FROM cut WHERE is_complete = 1)

-- name: hourly
-- Grain: one row per space and local hour, from its first change to now. The last hour is incomplete.
CREATE OR REPLACE VIEW hourly AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  hour.start_ts AS timestamp,
  addMilliseconds(hour.start_ts, hour.offset_ms) AS local_timestamp,
  toDate32(local_timestamp) AS local_date,
  toHour(local_timestamp) AS local_hour,
  dateName('weekday', local_timestamp) AS weekday,
  dateDiff('millisecond', hour.start_ts, hour.end_ts) / 60000 AS minutes,
  hour.count AS count,
  hour.min AS min,
  hour.max AS max,
  hour.integral / dateDiff('millisecond', hour.start_ts, hour.end_ts) AS average_count,
  hour.entrances AS entrances,
  hour.exits AS exits,
  hour.max / nullIf(space.capacity, 0) AS utilization,
  hour.max / nullIf(space.target_capacity, 0) AS target_utilization
FROM hour_base AS hour FINAL
JOIN (SELECT id, key, name, capacity, target_capacity FROM space FINAL) AS space ON space.id = hour.space_id

-- name: daily
-- Grain: one row per space and local day, from its first change to now. The last day is incomplete.
CREATE OR REPLACE VIEW daily AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  day.start_ts AS timestamp,
  day.local_date AS local_date,
  dateName('weekday', day.local_date) AS weekday,
  day.length / 3600000 AS hours,
  day.count AS count,
  day.min AS min,
  day.max AS max,
  day.integral / day.length AS average_count,
  day.entrances AS entrances,
  day.exits AS exits,
  day.max / nullIf(space.capacity, 0) AS utilization,
  day.max / nullIf(space.target_capacity, 0) AS target_utilization
FROM day_base AS day FINAL
JOIN (SELECT id, key, name, capacity, target_capacity FROM space FINAL) AS space ON space.id = day.space_id

-- name: breaches
-- Grain: one row per breach of a space's safe limit. `end` is null while it lasts.
CREATE OR REPLACE VIEW breaches AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  breach.start_ts AS start,
  breach.end_ts AS end,
  breach.peak_count AS peak_count,
  breach.peak_ts AS peak_timestamp,
  breach.safe_limit AS safe_limit
FROM breach_base AS breach FINAL
JOIN (SELECT id, key, name FROM space FINAL) AS space ON space.id = breach.space_id

-- name: space-events
-- Grain: one row per event and space for which it counts; direction is 1 for an entrance, -1 for an exit.
CREATE OR REPLACE VIEW space_events AS
SELECT
  concat('evt_', toString(event.id)) AS id,
  space.key AS space_id,
  space.name AS space_name,
  event.ts AS timestamp,
  addMilliseconds(event.ts, span.offset_ms) AS local_timestamp,
  event.direction AS direction,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  sensor.serial_number AS sensor_serial_number
FROM space_event_base AS event FINAL
JOIN (SELECT id, key, name, time_zone FROM space FINAL) AS space ON space.id = event.space_id
JOIN (SELECT id, key, name FROM doorway FINAL) AS doorway ON doorway.id = event.doorway_id
JOIN (SELECT number, serial_number FROM sensor FINAL) AS sensor ON sensor.number = event.sensor
JOIN (SELECT time_zone, from_ts, to_ts, offset_ms FROM zone_span FINAL) AS span
  ON span.time_zone = space.time_zone AND toUnixTimestamp64Milli(event.ts) >= span.from_ts AND toUnixTimestamp64Milli(event.ts) < span.to_ts
WHERE event.ts <= (SELECT fromUnixTimestamp64Milli(max(as_of_ts), 'UTC') FROM cut WHERE is_complete = 1)
