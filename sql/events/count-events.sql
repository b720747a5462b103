-- Grain: one row, how many events there are in a range.
SELECT count(*) AS total
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
