-- Grain: one row a sensor; `key` is what the log calls it.
CREATE TABLE sensor (
  id BIGINT NOT NULL,
  key INTEGER NOT NULL,
  serial_number VARCHAR NOT NULL,
  created_at BIGINT NOT NULL
)
