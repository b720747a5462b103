-- Grain: one row a valid event in a range, with the doorway its sensor was at then (D5). Each of `of_sensor`,
-- `of_doorway` and `of_space` may be null: then it does not matter.
CREATE OR REPLACE MACRO listed_event(first_ts, end_ts, of_sensor, of_doorway, of_space) AS TABLE
SELECT
  event.id,
  event.ts,
  sensor.id AS sensor_id,
  event.trajectory,
  attachment.doorway_id
FROM valid_event AS event
JOIN sensor ON sensor.key = event.sensor
LEFT JOIN attachment
  ON attachment.sensor_id = sensor.id
  AND event.ts >= coalesce(attachment.valid_from, event.ts)
  AND event.ts < coalesce(attachment.valid_to, 9223372036854775807)
WHERE event.ts >= first_ts
  AND event.ts < end_ts
  AND (of_sensor IS NULL OR sensor.id = of_sensor)
  AND (of_doorway IS NULL OR attachment.doorway_id = of_doorway)
  AND (
    of_space IS NULL
    OR EXISTS (
      SELECT 1
      FROM binding
      WHERE binding.space_id = of_space
        AND binding.sensor = event.sensor
        AND event.ts >= binding.valid_from
        AND event.ts < binding.valid_to
    )
  )
