-- Grain: removes the rows of the ids given.
DELETE FROM space
WHERE list_contains($ids, id)
