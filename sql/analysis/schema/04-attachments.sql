-- Grain: one row a span of time for which a sensor was at a doorway; null is without limit (D5).
CREATE VIEW attachments AS
SELECT
  sensor.serial_number AS sensor_serial_number,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name,
  make_timestamp_ms(attachment.valid_from) AS valid_from,
  make_timestamp_ms(attachment.valid_to) AS valid_to
FROM base.attachment
JOIN base.sensor ON sensor.id = attachment.sensor_id
JOIN base.doorway ON doorway.id = attachment.doorway_id
