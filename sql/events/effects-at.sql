-- Grain: one row an event at one of some instants and a space it counted for, oldest first (D6).
SELECT id, ts, sensor_id, trajectory, doorway_id, space_id, direction
FROM space_event
WHERE ts IN (SELECT unnest($instants))
  AND ts BETWEEN $first_ts AND $last_ts
ORDER BY ts, id, space_id
