-- Grain: one row an event and space it counted for, with its direction there: 1 an entrance, -1 an exit (D4, D5).
CREATE VIEW space_events AS
SELECT
  'evt_' || event.id AS id,
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(event.ts) AS "timestamp",
  make_timestamp_ms(event.ts + zone_span.offset_ms) AS local_timestamp,
  event.direction,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  sensor.serial_number AS sensor_serial_number
FROM base.bound_event AS event
JOIN base.space ON space.id = event.space_id
JOIN base.zone_span
  ON zone_span.time_zone = space.time_zone
  AND zone_span.in_use
  AND event.ts >= zone_span.from_ts
  AND event.ts < zone_span.to_ts
JOIN base.sensor ON sensor.number = event.sensor
JOIN base.doorway ON doorway.id = event.doorway_id
