-- Grain: one row a run that an earlier release kept in a table: it is derived again, into a file.
INSERT INTO stale_run (space_id, day)
SELECT space_id, day
FROM run
