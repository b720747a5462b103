-- Grain: one row a space whose state has changed.
DELETE FROM unsafe_space
WHERE list_contains($space_ids, space_id)
