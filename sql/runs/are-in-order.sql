-- Grain: one row, whether the runs of some spaces are stored ascending by space, then by day.
SELECT count(*) = 0 AS in_order
FROM (
  SELECT
    space_id,
    day,
    lag(space_id) OVER stored AS space_id_before,
    lag(day) OVER stored AS day_before
  FROM run
  WHERE list_contains($space_ids, space_id)
    AND day >= $first_day
    AND day <= $last_day
  WINDOW stored AS (ORDER BY rowid)
)
WHERE space_id_before > space_id
  OR (space_id_before = space_id AND day_before > day)
