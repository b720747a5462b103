-- The export of the log as reports, and Parquet files that the program fills.

-- name: copy-part
COPY {part} TO $path (FORMAT parquet, COMPRESSION zstd)

-- name: create-part
CREATE TABLE {part} ({columns})

-- name: drop-part
DROP TABLE {part}

-- name: events
-- Grain: one row per event of the log in a range that has not been voided, in D6's order, with the doorway its
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

-- name: log-span
-- Grain: one row: what the log holds of a range: how many events, of how many UTC days, and when the first and
-- the last were (null: there are none).
SELECT
  count(*) AS events,
  count(DISTINCT ts // 86400000) AS days,
  min(ts) AS first_ts,
  max(ts) AS last_ts
FROM event
WHERE ts >= $start_ts
  AND ts < $end_ts
