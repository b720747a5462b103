-- Grain: one row per event of the log, in the order of ids and with the columns of an event file.
SELECT
  sensor.serial_number AS sensor_serial_number,
  strftime(make_timestamp_ms(event.ts), '%Y-%m-%dT%H:%M:%S.%gZ') AS timestamp,
  event.trajectory,
  event.event_id
FROM event
JOIN sensor ON sensor.key = event.sensor
ORDER BY event.id
