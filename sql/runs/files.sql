-- Grain: one row a run file, ascending.
SELECT id
FROM run_file
ORDER BY id
