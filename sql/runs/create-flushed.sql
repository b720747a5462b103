-- Grain: one row a run in memory that has been flushed.
CREATE OR REPLACE TEMP TABLE flushed (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
)
