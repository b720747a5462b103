-- Grain: one row an explicit reset of a space's count that has not been voided.
CREATE TABLE base.reset (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  space_id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  count INTEGER NOT NULL,
  created_at BIGINT NOT NULL
)
