-- Grain: one row a run that a process kept in memory and has not flushed.
INSERT INTO stale_run (space_id, day)
SELECT space_id, day
FROM hot_run
