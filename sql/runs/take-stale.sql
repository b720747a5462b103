-- Grain: one row a space and UTC day whose run is stale and is about to be derived. A run whose events have been
-- removed stays as it is, unless its space has gone.
INSERT INTO due_run (space_id, day)
SELECT DISTINCT space_id, day
FROM stale_run
WHERE day >= (SELECT coalesce(max(boundary), 0) // 86400000 FROM removal)
  OR space_id NOT IN (SELECT id FROM space)
