-- Grain: one row: the data directory itself.
CREATE TABLE directory (
  organization_id BIGINT NOT NULL,
  next_id BIGINT NOT NULL
)
