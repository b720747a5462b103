-- Grain: one row an event of the log in a range that has not been voided, in D6's order, with the doorway its
-- sensor was at then; of some spaces alone where they are given.
SELECT
  event.id,
  event.ts,
  sensor.serial_number,
  event.trajectory,
  event.event_id,
  attachment.doorway_id
FROM valid_event AS event
JOIN sensor ON sensor.key = event.sensor
LEFT JOIN attachment
  ON attachment.sensor_id = sensor.id
  AND event.ts >= coalesce(attachment.valid_from, event.ts)
  AND event.ts < coalesce(attachment.valid_to, 9223372036854775807)
WHERE event.ts >= $start_ts
  AND event.ts < $end_ts
  AND (
    $space_ids IS NULL
    OR EXISTS (
      SELECT 1
      FROM binding
      WHERE list_contains($space_ids, binding.space_id)
        AND binding.sensor = event.sensor
        AND event.ts >= binding.valid_from
        AND event.ts < binding.valid_to
    )
  )
ORDER BY event.ts, event.id
