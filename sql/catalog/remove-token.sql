-- Grain: removes the rows of the ids given.
DELETE FROM token
WHERE list_contains($ids, id)
