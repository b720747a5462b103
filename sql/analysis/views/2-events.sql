-- Views of the log.

-- name: events
-- Grain: one row per event that has not been voided, with the doorway to which its sensor was attached then (D5).
CREATE VIEW events AS
SELECT
  'evt_' || event.id AS id,
  make_timestamp_ms(event.ts) AS "timestamp",
  sensor.serial_number AS sensor_serial_number,
  event.trajectory,
  event.event_id,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name
FROM base.event
JOIN base.sensor ON sensor.number = event.sensor
LEFT JOIN base.attachment
  ON attachment.sensor_id = sensor.id
  AND event.ts >= coalesce(attachment.valid_from, -9223372036854775808)
  AND event.ts < coalesce(attachment.valid_to, 9223372036854775807)
LEFT JOIN base.doorway ON doorway.id = attachment.doorway_id

-- name: space-events
-- Grain: one row per event and space for which it counts, with its direction: 1 is an entrance, -1 an exit (D4, D5).
CREATE VIEW space_events AS
SELECT
  'evt_' || event.id AS id,
  bound.space_key AS space_id,
  bound.space_name,
  make_timestamp_ms(event.ts) AS "timestamp",
  make_timestamp_ms(event.ts + bound.offset_ms) AS local_timestamp,
  event.trajectory * bound.sensor_placement AS direction,
  bound.doorway_key AS doorway_id,
  bound.doorway_name,
  bound.sensor_serial_number
FROM base.event
JOIN base.local_binding AS bound
  ON bound.sensor = event.sensor
  AND base.is_within(event.ts, bound.valid_from, bound.valid_to)
