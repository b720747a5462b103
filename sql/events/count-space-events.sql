-- Grain: one row, how many events of a space there are in a range.
SELECT count(*) AS total
FROM bound_event
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)
