-- Grain: removes the rows of the ids given.
DELETE FROM link
WHERE id IN (SELECT unnest($ids))
