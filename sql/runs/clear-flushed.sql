-- Grain: one row a run in memory that has been flushed.
DELETE FROM in_memory_run
USING flushed
WHERE in_memory_run.space_id = flushed.space_id
  AND in_memory_run.day = flushed.day
