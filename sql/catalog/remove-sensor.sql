-- Grain: removes the rows of the ids given.
DELETE FROM sensor
WHERE list_contains($ids, id)
