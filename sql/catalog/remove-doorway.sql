-- Grain: removes the rows of the ids given.
DELETE FROM doorway
WHERE list_contains($ids, id)
