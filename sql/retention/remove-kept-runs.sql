-- Grain: one row a run of a space that is removed with all of its history.
DELETE FROM kept_run
WHERE list_contains($space_ids, space_id)
