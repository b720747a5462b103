-- Grain: one row a span of time for which a sensor was at a doorway; null is without limit.
CREATE TABLE base.attachment (
  id BIGINT NOT NULL,
  sensor_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT
)
