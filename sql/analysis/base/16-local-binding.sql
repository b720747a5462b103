-- Grain: one row a sensor, space and span of time for which the sensor's events counted for the space and its
-- clocks had one offset from UTC; with the names that users see, so that events are joined once.
CREATE TABLE base.local_binding (
  sensor INTEGER NOT NULL,
  sensor_serial_number VARCHAR NOT NULL,
  space_key VARCHAR NOT NULL,
  space_name VARCHAR NOT NULL,
  doorway_key VARCHAR NOT NULL,
  doorway_name VARCHAR NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT NOT NULL,
  offset_ms BIGINT NOT NULL
)
