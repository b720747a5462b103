-- Grain: one row a sensor, space and span of time for which the sensor's events counted for the space
-- (D5): its attachment to a doorway, as far as it overlaps the doorway's link to the space.
CREATE TABLE base.binding (
  sensor INTEGER NOT NULL,
  space_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT NOT NULL
)
