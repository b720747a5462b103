-- Grain: one row an accepted sensor event, in order of arrival.
CREATE TABLE base.event (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR
)
