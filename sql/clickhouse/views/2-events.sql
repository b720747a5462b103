-- Views of the events of the mirror.

-- name: events
-- Grain: one row per event that has not been voided, with the doorway to which its sensor was attached then.
CREATE OR REPLACE VIEW events DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
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

-- name: space-events
-- Grain: one row per event and space for which it counts; direction is 1 for an entrance, -1 for an exit.
CREATE OR REPLACE VIEW space_events DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
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
