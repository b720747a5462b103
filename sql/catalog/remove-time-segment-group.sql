-- Grain: removes the rows of the ids given.
DELETE FROM time_segment_group
WHERE list_contains($ids, id)
