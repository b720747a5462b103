-- Grain: one row a span of time for which a doorway led into a space; null is without limit.
CREATE TABLE link (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  doorway_id BIGINT NOT NULL,
  sensor_placement TINYINT NOT NULL,
  valid_from BIGINT,
  valid_to BIGINT,
  created_at BIGINT NOT NULL
)
