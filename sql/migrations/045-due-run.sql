-- Grain: one row a space and UTC day whose run is being derived from the log.
CREATE TABLE due_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
)
