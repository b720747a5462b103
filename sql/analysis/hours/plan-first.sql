-- Grain: one row a space that is not planned yet and has changes, from the first of them on.
INSERT INTO base.hours_plan
WITH beginning AS (
  FROM base.hours_stale
  ANTI JOIN base.hours_plan USING (space_id)
)
SELECT
  ((SELECT count(*) FROM base.hours_plan) + row_number() OVER (ORDER BY space_id) - 1)::INTEGER AS position,
  space_id,
  min(ts) AS start_ts,
  NULL AS opening
FROM (
  SELECT space_id, ts
  FROM beginning
  JOIN base.bound_event USING (space_id)
  WHERE ts >= $from_ts
  UNION ALL
  SELECT space_id, ts
  FROM beginning
  JOIN base.reset USING (space_id)
)
WHERE ts < (SELECT ts FROM base.as_of)
GROUP BY space_id
