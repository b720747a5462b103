-- Grain: one row a time zone and span of time over which its offset from UTC is one. `local_from` and
-- `local_to` are the wall times, as ms, that D2 reads with this offset. `in_use` spans lie in the time of
-- the events.
CREATE TABLE base.zone_span (
  time_zone VARCHAR NOT NULL,
  from_ts BIGINT NOT NULL,
  to_ts BIGINT NOT NULL,
  local_from BIGINT NOT NULL,
  local_to BIGINT NOT NULL,
  offset_ms BIGINT NOT NULL,
  in_use BOOLEAN NOT NULL
)
