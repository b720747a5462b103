-- Grain: one row a span of time for which a space had a daily reset; null is without limit.
CREATE TABLE base.schedule (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  time_zone VARCHAR NOT NULL,
  daily_reset VARCHAR,
  valid_from BIGINT,
  valid_to BIGINT
)
