-- Grain: removes the rows of the ids given.
DELETE FROM assigned_team
WHERE list_contains($ids, id)
