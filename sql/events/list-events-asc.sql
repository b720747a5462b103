-- Grain: one row an event in a range, oldest first, with the doorway its sensor was at then (D5).
SELECT
  event.id,
  event.ts,
  sensor.id AS sensor_id,
  event.trajectory,
  attachment.doorway_id
FROM event
JOIN sensor ON sensor.key = event.sensor
LEFT JOIN attachment
  ON attachment.sensor_id = sensor.id
  AND event.ts >= coalesce(attachment.valid_from, event.ts)
  AND event.ts < coalesce(attachment.valid_to, 9223372036854775807)
WHERE event.ts >= $start_ts
  AND event.ts < $end_ts
  AND ($sensor_id IS NULL OR sensor.id = $sensor_id)
  AND ($doorway_id IS NULL OR attachment.doorway_id = $doorway_id)
  AND (
    $space_id IS NULL
    OR EXISTS (
      SELECT 1
      FROM binding
      WHERE binding.space_id = $space_id
        AND binding.sensor = event.sensor
        AND event.ts >= binding.valid_from
        AND event.ts < binding.valid_to
    )
  )
ORDER BY event.ts ASC, event.id ASC
LIMIT $limit OFFSET $offset
