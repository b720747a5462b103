-- Grain: one row a space and UTC day whose run is kept in memory by the process that has the directory open:
-- the stored one is behind.
CREATE TABLE hot_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
)
