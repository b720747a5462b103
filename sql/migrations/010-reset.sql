-- Grain: one row an explicit reset of a space's count.
CREATE TABLE reset (
  id BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  count INTEGER NOT NULL,
  created_at BIGINT NOT NULL
)
