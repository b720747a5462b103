-- Grain: one row a sensor, with the doorway it is at now and what it last said of itself.
CREATE VIEW sensors AS
SELECT
  sensor.key AS id,
  sensor.serial_number,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  sensor.sensor_type,
  sensor.firmware_version,
  sensor.current_disposition,
  make_timestamp_ms(sensor.last_heartbeat) AS last_heartbeat,
  make_timestamp_ms(sensor.created_at) AS created_at
FROM base.sensor
LEFT JOIN base.attachment ON attachment.sensor_id = sensor.id AND attachment.valid_to IS NULL
LEFT JOIN base.doorway ON doorway.id = attachment.doorway_id
