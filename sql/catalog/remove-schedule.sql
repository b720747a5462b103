-- Grain: removes the rows of the ids given.
DELETE FROM schedule
WHERE id IN (SELECT unnest($ids))
