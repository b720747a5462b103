-- Grain: one row an event whose identity is looked up; `place` says which.
CREATE OR REPLACE TEMP TABLE sought (
  place INTEGER,
  sensor INTEGER,
  ts BIGINT,
  trajectory TINYINT,
  event_id VARCHAR
)
