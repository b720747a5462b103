-- Grain: one row a request that carried an Idempotency-Key: the event it made and, once known, its answer (D9).
CREATE TABLE idempotent_request (
  token_hash VARCHAR NOT NULL,
  key VARCHAR NOT NULL,
  fingerprint VARCHAR NOT NULL,
  event_id BIGINT NOT NULL,
  answer VARCHAR,
  created_at BIGINT NOT NULL
)
