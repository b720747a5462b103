-- Grain: one row a space and UTC day whose run is stale and is about to be derived.
INSERT INTO due_run (space_id, day)
SELECT DISTINCT space_id, day
FROM stale_run
