-- Grain: removes the rows of the ids given.
DELETE FROM link
WHERE list_contains($ids, id)
