-- Grain: one row a space and UTC day in a range whose stored run is not what the log says. Runs marked
-- as stale are known to be behind.
WITH derived AS (
  SELECT space_id, day, packed_changes(list(sort_key)) AS changes
  FROM bound_event
  WHERE day BETWEEN $first_day AND $last_day
    AND ($space_id IS NULL OR space_id = $space_id)
  GROUP BY space_id, day
),
stored AS (
  SELECT space_id, day, changes
  FROM run
  WHERE day BETWEEN $first_day AND $last_day
    AND ($space_id IS NULL OR space_id = $space_id)
)
SELECT space_id, day
FROM derived
FULL JOIN stored USING (space_id, day)
ANTI JOIN stale_run USING (space_id, day)
WHERE derived.changes IS DISTINCT FROM stored.changes
ORDER BY space_id, day
