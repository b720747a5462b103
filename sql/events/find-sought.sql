-- Grain: one row an event that is sought and whose identity the log holds (D9).
SELECT place
FROM sought
SEMI JOIN event
  ON event.sensor = sought.sensor
  AND event.ts = sought.ts
  AND event.trajectory = sought.trajectory
  AND event.event_id IS NOT DISTINCT FROM sought.event_id
  AND event.ts BETWEEN $first_ts AND $last_ts
