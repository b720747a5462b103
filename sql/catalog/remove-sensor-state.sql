-- Grain: removes the rows of the ids given.
DELETE FROM sensor_state
WHERE id IN (SELECT unnest($ids))
