-- Grain: one row a run of a space that is removed with its history.
DELETE FROM retained_run
WHERE list_contains($space_ids, space_id)
