-- Grain: removes the rows of the ids given.
DELETE FROM schedule
WHERE list_contains($ids, id)
