-- Grain: one row a stale space and UTC day of a slice that has events. The log is joined once, with what is
-- due: joining it with the bindings first would hold an event for each space that it counts for, stale or
-- not. The sort key is that of `bound_event`.
INSERT INTO run (space_id, day, changes)
WITH due AS (
  SELECT
    stale.space_id,
    stale.day,
    binding.sensor,
    binding.sensor_placement,
    binding.valid_from,
    binding.valid_to
  FROM (
    SELECT DISTINCT space_id, day
    FROM stale_run
    WHERE (space_id > $first_space OR (space_id = $first_space AND day >= $first_day))
      AND (space_id < $last_space OR (space_id = $last_space AND day <= $last_day))
  ) AS stale
  JOIN binding
    ON binding.space_id = stale.space_id
    AND binding.valid_from < (stale.day::BIGINT + 1) * 86400000
    AND binding.valid_to > stale.day::BIGINT * 86400000
)
SELECT
  due.space_id,
  due.day,
  packed_changes(
    list(
      ((event.ts % 86400000)::UBIGINT << 37)
        | (event.id::UBIGINT << 1)
        | (event.trajectory * due.sensor_placement > 0)::UBIGINT
    )
  )
FROM valid_event AS event
JOIN due
  ON due.sensor = event.sensor
  AND due.day = (event.ts // 86400000)::INTEGER
  AND event.ts >= due.valid_from
  AND event.ts < due.valid_to
WHERE event.ts >= $start_ts
  AND event.ts < $end_ts
GROUP BY due.space_id, due.day
ORDER BY due.space_id, due.day
