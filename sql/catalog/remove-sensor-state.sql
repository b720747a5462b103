-- Grain: removes the rows of the ids given.
DELETE FROM sensor_state
WHERE list_contains($ids, id)
