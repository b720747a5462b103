-- Grain: removes the rows of the ids given.
DELETE FROM time_segment
WHERE list_contains($ids, id)
