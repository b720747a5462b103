-- Grain: one row a run that a process began to derive.
INSERT INTO stale_run (space_id, day)
SELECT space_id, day
FROM due_run
