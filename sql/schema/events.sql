-- The log of sensor events, and other data about events. Grain: one row per event, except `removal` and
-- `idempotent_request`.

-- The log: accepted events in order of arrival. An event is never changed.
CREATE TABLE event (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR
);

-- Events of loads that are not closed yet: they count for nothing. `row` is that of the file, from 0.
CREATE TABLE load_part (
  row INTEGER NOT NULL,
  ts BIGINT NOT NULL,
  sensor INTEGER NOT NULL,
  trajectory TINYINT NOT NULL,
  event_id VARCHAR
);

-- Events that have been voided: they stay in the log but do not count (D5).
CREATE TABLE voided_event (
  id BIGINT NOT NULL,
  voided_at BIGINT NOT NULL
);

-- One row per removal of events from the log: how many from before `boundary` were removed, and the greatest id that
-- the log had had by then.
CREATE TABLE removal (
  boundary BIGINT NOT NULL,
  removed_at BIGINT NOT NULL,
  events BIGINT NOT NULL,
  last_event_id BIGINT NOT NULL
);

-- One row per request with an Idempotency-Key: the event that it created and, once known, its answer (D9).
CREATE TABLE idempotent_request (
  token_hash VARCHAR NOT NULL,
  key VARCHAR NOT NULL,
  fingerprint VARCHAR NOT NULL,
  event_id BIGINT NOT NULL,
  answer VARCHAR,
  created_at BIGINT NOT NULL
);
