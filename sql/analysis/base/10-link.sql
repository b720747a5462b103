-- Grain: one row a span of time for which a doorway led into a space; null is without limit.
CREATE TABLE base.link (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  space_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT
)
