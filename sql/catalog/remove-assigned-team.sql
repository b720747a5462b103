-- Grain: removes the rows of the ids given.
DELETE FROM assigned_team
WHERE id IN (SELECT unnest($ids))
