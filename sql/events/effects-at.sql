-- Grain: one row an event at one of some instants and a space it counted for, oldest first (D6).
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
WHERE bound_event.ts IN (SELECT unnest($instants))
  AND bound_event.ts BETWEEN $first_ts AND $last_ts
ORDER BY bound_event.ts, bound_event.id, bound_event.space_id
