-- Grain: one row a doorway, deleted ones included.
CREATE TABLE doorway (
  id BIGINT NOT NULL,
  name VARCHAR NOT NULL,
  description VARCHAR NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
)
