-- Grain: removes the rows of the ids given.
DELETE FROM reset
WHERE id IN (SELECT unnest($ids))
