-- Grain: one row a space, what its hours rest on besides events and explicit resets, and from when on they are stale.
-- `loses` where a change of it may be gone.
CREATE TABLE base.hours_stale (
  space_id BIGINT NOT NULL,
  rules VARCHAR NOT NULL,
  stale_ts BIGINT NOT NULL,
  loses BOOLEAN NOT NULL
)
