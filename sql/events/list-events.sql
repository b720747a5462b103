-- Grain: one row an event in a range; oldest first with a sign of 1, newest first with -1.
SELECT id, ts, sensor_id, trajectory, doorway_id
FROM listed_event($start_ts, $end_ts, $sensor_id, $doorway_id, $space_id)
WHERE $trajectory IS NULL OR trajectory = $trajectory
ORDER BY ts * $sign, id * $sign
LIMIT $limit OFFSET $offset
