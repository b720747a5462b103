-- Grain: one row a space whose local hour has begun and not ended yet, up to the instant it was derived at.
CREATE TABLE base.running_hour (
  space_id BIGINT NOT NULL,
  start_ts BIGINT NOT NULL,
  end_ts BIGINT NOT NULL,
  offset_ms INTEGER NOT NULL,
  opening INTEGER NOT NULL,
  count INTEGER NOT NULL,
  min INTEGER NOT NULL,
  max INTEGER NOT NULL,
  entrances INTEGER NOT NULL,
  exits INTEGER NOT NULL,
  integral BIGINT NOT NULL
)
