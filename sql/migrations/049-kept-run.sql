-- Grain: one row a space and UTC day with changes whose events have been removed: files of runs alone hold them,
-- and the checksum is theirs.
CREATE TABLE kept_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL,
  checksum UINTEGER NOT NULL
)
