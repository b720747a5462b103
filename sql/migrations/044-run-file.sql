-- Grain: one row a file of runs that belongs to the data directory. Runs live in such files, beside the
-- database; a file that is not listed here is none of it.
CREATE TABLE run_file (
  id BIGINT NOT NULL
)
