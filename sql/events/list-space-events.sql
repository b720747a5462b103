-- Grain: one row an event of a space in a range; oldest first with a sign of 1, newest first with -1.
SELECT id, ts, sensor_id, trajectory, doorway_id, space_id, direction
FROM space_event
WHERE space_id = $space_id
  AND ts >= $start_ts
  AND ts < $end_ts
  AND ($doorway_id IS NULL OR doorway_id = $doorway_id)
  AND ($trajectory IS NULL OR trajectory = $trajectory)
  AND ($direction IS NULL OR direction = $direction)
ORDER BY ts * $sign, id * $sign
LIMIT $limit OFFSET $offset
