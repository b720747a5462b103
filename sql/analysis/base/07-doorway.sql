-- Grain: one row a doorway, deleted ones included.
CREATE TABLE base.doorway (
  id BIGINT NOT NULL,
  key VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  description VARCHAR NOT NULL,
  tags VARCHAR[] NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
)
