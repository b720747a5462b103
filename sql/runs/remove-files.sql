-- Grain: one row a file of runs that is no longer part of the data directory.
DELETE FROM run_file
WHERE list_contains($ids, id)
