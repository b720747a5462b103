-- Grain: removes the rows of the ids given.
DELETE FROM sensor
WHERE id IN (SELECT unnest($ids))
