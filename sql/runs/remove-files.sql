-- Grain: one row a run file that no longer belongs to the data directory.
DELETE FROM run_file
WHERE list_contains($ids, id)
