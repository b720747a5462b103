-- Grain: one row a file of runs, ascending.
SELECT id
FROM run_file
ORDER BY id
