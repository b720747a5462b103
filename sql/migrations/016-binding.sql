-- Grain: one row a sensor, space and span of time for which the sensor's events counted for the space
-- (D5): its attachment to a doorway, as far as it overlaps the doorway's link to the space.
CREATE VIEW binding AS
SELECT
  sensor.key AS sensor,
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
FROM attachment
JOIN sensor ON sensor.id = attachment.sensor_id
JOIN link ON link.doorway_id = attachment.doorway_id
