-- Grain: one row an incoming event that the log holds already (D9).
DELETE FROM incoming
USING event
WHERE event.ts BETWEEN $first_ts AND $last_ts
  AND incoming.sensor = event.sensor
  AND incoming.ts = event.ts
  AND incoming.trajectory = event.trajectory
  AND incoming.event_id IS NOT DISTINCT FROM event.event_id
