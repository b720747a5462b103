-- Grain: one row an event and space it counted for, with its direction there: 1 an entrance, -1 an exit (D4, D5).
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
  AND event.ts >= bound.valid_from
  AND event.ts < bound.valid_to
