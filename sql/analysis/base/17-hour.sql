-- Grain: one row a space and local hour that has ended, from the hour of its first change on. `opening` is
-- the count at its start before its events; `integral` is in people × ms.
CREATE TABLE base.hour (
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
