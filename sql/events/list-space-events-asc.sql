-- Grain: one row an event of a space in a range, oldest first (D4, D5).
SELECT
  bound_event.id,
  bound_event.ts,
  sensor.id AS sensor_id,
  bound_event.trajectory,
  bound_event.doorway_id,
  bound_event.space_id,
  bound_event.direction
FROM bound_event
JOIN sensor ON sensor.key = bound_event.sensor
WHERE bound_event.space_id = $space_id
  AND bound_event.ts >= $start_ts
  AND bound_event.ts < $end_ts
  AND ($doorway_id IS NULL OR bound_event.doorway_id = $doorway_id)
ORDER BY bound_event.ts ASC, bound_event.id ASC
LIMIT $limit OFFSET $offset
