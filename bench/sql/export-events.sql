-- Grain: one row an event of the log, in its order, as a file of events has it.
SELECT
  sensor.serial_number AS sensor_serial_number,
  strftime(make_timestamp_ms(event.ts), '%Y-%m-%dT%H:%M:%S.%gZ') AS timestamp,
  event.trajectory
FROM event
JOIN sensor ON sensor.key = event.sensor
ORDER BY event.id
