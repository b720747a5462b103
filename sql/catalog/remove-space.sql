-- Grain: removes the rows of the ids given.
DELETE FROM space
WHERE id IN (SELECT unnest($ids))
