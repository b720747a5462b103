-- Grain: one row an event that is ahead of the clock: it counts when it falls due (D3).
CREATE TABLE base.event_ahead (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR,
  hour INTEGER NOT NULL
)
