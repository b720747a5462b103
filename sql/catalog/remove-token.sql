-- Grain: removes the rows of the ids given.
DELETE FROM token
WHERE id IN (SELECT unnest($ids))
