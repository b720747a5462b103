-- Grain: removes the rows of the ids given.
DELETE FROM attachment
WHERE list_contains($ids, id)
