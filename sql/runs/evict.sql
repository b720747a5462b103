-- Grain: one row a run in memory that is about to be derived.
DELETE FROM in_memory_run
USING due_run
WHERE in_memory_run.space_id = due_run.space_id
  AND in_memory_run.day = due_run.day
RETURNING in_memory_run.space_id, in_memory_run.day
