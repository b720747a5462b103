-- Grain: one row a sensor, space and span of time for which the sensor's events may have come to belong to
-- the space, or ceased to.
CREATE OR REPLACE TEMP TABLE rebound (
  sensor INTEGER NOT NULL,
  space_id BIGINT NOT NULL,
  valid_from BIGINT NOT NULL,
  valid_to BIGINT NOT NULL
)
