-- Grain: removes the rows of the ids given.
DELETE FROM reset
WHERE list_contains($ids, id)
