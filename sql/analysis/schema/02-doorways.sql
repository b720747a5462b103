-- Grain: one row a doorway that has not been deleted, with the sensor that is at it now.
CREATE VIEW doorways AS
SELECT
  doorway.key AS id,
  doorway.name,
  doorway.description,
  doorway.tags,
  sensor.serial_number AS sensor_serial_number,
  make_timestamp_ms(doorway.created_at) AS created_at,
  make_timestamp_ms(doorway.updated_at) AS updated_at
FROM base.doorway
LEFT JOIN base.attachment ON attachment.doorway_id = doorway.id AND attachment.valid_to IS NULL
LEFT JOIN base.sensor ON sensor.id = attachment.sensor_id
WHERE doorway.deleted_at IS NULL
