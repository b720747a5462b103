-- Grain: one row a space and UTC day in a range that has a run, or should have one.
INSERT INTO stale_run (space_id, day)
SELECT space_id, day
FROM run
WHERE ($space_id IS NULL OR space_id = $space_id)
  AND day BETWEEN $first_day AND $last_day
UNION
SELECT space_id, day
FROM bound_event
WHERE ($space_id IS NULL OR space_id = $space_id)
  AND day BETWEEN $first_day AND $last_day
