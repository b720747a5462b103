-- The records about runs, which are in files beside the database. Grain: one row per space and UTC day, except `run_file`.

-- One row per run file that belongs to the data directory; other files do not belong to it.
CREATE TABLE run_file (
  id BIGINT NOT NULL
);

-- Stale marks: runs that must be derived again from the log; a run may have several.
CREATE TABLE stale_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
);

-- Runs that are being derived from the log.
CREATE TABLE due_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
);

-- Runs in the memory of the process that has the directory open: their versions in files lack changes.
CREATE TABLE in_memory_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
);

-- Runs whose events have been removed: only run files have their changes, with this checksum.
CREATE TABLE retained_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL,
  checksum UINTEGER NOT NULL
);
