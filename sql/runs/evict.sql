-- Grain: one row a run in memory that is about to be derived.
DELETE FROM hot_run
USING due_run
WHERE hot_run.space_id = due_run.space_id
  AND hot_run.day = due_run.day
