-- Grain: one row a slice of the runs that are to be derived, ascending by day, then by space, so that a slice reads a
-- part of the log only: its first and last run, how many runs it has, and about how many changes. Changes are counted
-- by sensor and day, which may be too many: a binding may begin or end on the day.
WITH due AS (
  SELECT DISTINCT space_id, day
  FROM due_run
),
busy AS (
  SELECT sensor, (ts // 86400000)::INTEGER AS day, count(*) AS events
  FROM event
  WHERE ts >= $start_ts
    AND ts < $end_ts
  GROUP BY sensor, day
),
bound AS (
  SELECT binding.space_id, busy.day, sum(busy.events) AS changes
  FROM busy
  JOIN binding
    ON binding.sensor = busy.sensor
    AND binding.valid_from < (busy.day::BIGINT + 1) * 86400000
    AND binding.valid_to > busy.day::BIGINT * 86400000
  GROUP BY binding.space_id, busy.day
),
placed AS (
  SELECT
    space_id,
    day,
    coalesce(changes, 0) AS changes,
    sum(coalesce(changes, 0)) OVER (ORDER BY day, space_id) // $changes_max AS slice
  FROM due
  LEFT JOIN bound USING (space_id, day)
)
SELECT
  min(day) AS first_day,
  arg_min(space_id, (day, space_id)) AS first_space,
  max(day) AS last_day,
  arg_max(space_id, (day, space_id)) AS last_space,
  count(*) AS runs,
  sum(changes)::BIGINT AS changes
FROM placed
GROUP BY slice
ORDER BY slice
