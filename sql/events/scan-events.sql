-- Grain: one row an event in a range after a certain one, if any, as `list-events` orders them.
SELECT id, ts, sensor_id, trajectory, doorway_id
FROM listed_event($start_ts, $end_ts, $sensor_id, $doorway_id, $space_id)
WHERE ($trajectory IS NULL OR trajectory = $trajectory)
  AND (
    $after_id IS NULL
    OR ts * $sign > $after_ts * $sign
    OR (ts = $after_ts AND id * $sign > $after_id * $sign)
  )
ORDER BY ts * $sign, id * $sign
LIMIT $limit
