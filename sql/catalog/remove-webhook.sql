-- Grain: removes the rows of the ids given.
DELETE FROM webhook
WHERE id IN (SELECT unnest($ids))
