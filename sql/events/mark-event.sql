-- Grain: one row a space and UTC day that an event counts for.
INSERT INTO stale_run (space_id, day)
SELECT binding.space_id, event.ts // 86400000
FROM event
JOIN binding
  ON binding.sensor = event.sensor
  AND event.ts >= binding.valid_from
  AND event.ts < binding.valid_to
WHERE event.id = $id
