-- Grain: one row an event of a space in a range after a certain one, if any, as `list-space-events` orders them.
SELECT id, ts, sensor_id, trajectory, doorway_id, space_id, direction
FROM space_event
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)
  AND (
    $after_id IS NULL
    OR ts * $sign > $after_ts * $sign
    OR (ts = $after_ts AND id * $sign > $after_id * $sign)
  )
ORDER BY ts * $sign, id * $sign
LIMIT $limit
