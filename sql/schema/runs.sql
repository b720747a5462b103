-- The database's records of runs, which are in files beside it. Grain: one row per space and UTC day, except `run_file`.

-- One row per file of runs that belongs to the data directory; files that are not listed here do not.
CREATE TABLE run_file (
  id BIGINT NOT NULL
);

-- Runs that must be derived again from the log; a run may be here more than once.
CREATE TABLE stale_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
);

-- Runs that are being derived from the log.
CREATE TABLE due_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
);

-- Runs that the process which has the directory open keeps in memory: those in files lack some of their changes.
CREATE TABLE hot_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
);

-- Runs with changes whose events have been removed: files alone have them, with this checksum.
CREATE TABLE kept_run (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL,
  checksum UINTEGER NOT NULL
);
