-- Grain: one row a sensor, space and span of time for which the sensor's events counted for the space (D5).
INSERT INTO base.binding
SELECT sensor, space_id, doorway_id, sensor_placement, valid_from, valid_to
FROM (
  SELECT
    sensor.number AS sensor,
    link.space_id,
    link.doorway_id,
    link.sensor_placement,
    greatest(
      coalesce(attachment.valid_from, -9223372036854775808),
      coalesce(link.valid_from, -9223372036854775808)
    ) AS valid_from,
    least(
      coalesce(attachment.valid_to, 9223372036854775807),
      coalesce(link.valid_to, 9223372036854775807)
    ) AS valid_to
  FROM base.attachment
  JOIN base.sensor ON sensor.id = attachment.sensor_id
  JOIN base.link ON link.doorway_id = attachment.doorway_id
)
WHERE valid_from < valid_to
