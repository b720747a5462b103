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
  doorway.name AS doorway_name,
  base.event_resolution(event.event_id) AS resolution
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
  bound.sensor_serial_number,
  base.event_resolution(event.event_id) AS resolution
FROM base.event
JOIN base.local_binding AS bound
  ON bound.sensor = event.sensor
  AND base.is_within(event.ts, bound.valid_from, bound.valid_to)

-- name: readings
-- Grain: one row per reading of a device, with its result: totals as of the timestamp, or what passed in the interval
-- that begins then (D31).
CREATE VIEW readings AS
SELECT
  'rdg_' || ((reading.sensor::BIGINT << 32) + reading.number) AS id,
  sensor.serial_number AS sensor_serial_number,
  reading.kind,
  make_timestamp_ms(reading.ts) AS "timestamp",
  make_timestamp_ms(reading.end_ts) AS interval_end,
  CASE WHEN reading.kind = 'total' THEN reading.in_value END AS in_total,
  CASE WHEN reading.kind = 'total' THEN reading.out_value END AS out_total,
  CASE WHEN reading.kind = 'interval' THEN reading.in_value END AS interval_in,
  CASE WHEN reading.kind = 'interval' THEN reading.out_value END AS interval_out,
  reading.coverage,
  make_timestamp_ms(reading.received_at) AS received_at,
  reading.result,
  reading.counted_in,
  reading.counted_out,
  reading.note
FROM base.reading
JOIN base.sensor ON sensor.number = reading.sensor
