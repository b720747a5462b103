-- Grain: one row an attempt at a call that has ended: delivered, retrying (to be tried again), or dead. The
-- latest of a call counts.
CREATE TABLE webhook_outcome (
  call_id BIGINT NOT NULL,
  attempt INTEGER NOT NULL,
  ts BIGINT NOT NULL,
  status VARCHAR NOT NULL,
  response_status INTEGER,
  error VARCHAR,
  next_attempt_at BIGINT
)
