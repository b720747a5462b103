-- Grain: removes the rows of the ids given.
DELETE FROM webhook
WHERE list_contains($ids, id)
