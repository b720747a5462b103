-- Grain: one row an event that has not been voided, with the doorway its sensor was at then (D5).
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
