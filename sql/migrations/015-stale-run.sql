-- Grain: one row or more a space and UTC day whose run must be derived again from the log.
CREATE TABLE stale_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
)
