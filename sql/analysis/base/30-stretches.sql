-- Grain: one row the start of a range, or a change within it, ascending, with the count from there on and the
-- instant up to which it lasted. `end_ts` is clipped to the present (D3).
CREATE MACRO base.stretches(of_space, start_ts, end_ts) AS TABLE
WITH bounds AS (
  SELECT
    of_space AS bounds_space,
    start_ts AS bounds_start,
    least(end_ts, (SELECT ts FROM base.as_of)) AS bounds_end
),
step AS (
  SELECT nth, ts, place, direction, count
  FROM base.changes(
    (SELECT bounds_space FROM bounds),
    (SELECT bounds_start FROM bounds),
    (SELECT bounds_end FROM bounds)
  )
),
opened AS (
  -- The start comes after the resets of its instant and before its events.
  SELECT 0 AS nth, bounds_start AS ts, 0.5 AS place, NULL AS direction, NULL AS count
  FROM bounds
  WHERE bounds_space IS NOT NULL
    AND bounds_start < bounds_end
  UNION ALL
  SELECT nth, ts, place, direction, count
  FROM step
),
held AS (
  SELECT
    ts,
    place,
    nth,
    direction,
    coalesce(last_value(count IGNORE NULLS) OVER in_order, 0) AS count,
    lead(ts) OVER (ORDER BY ts, place, nth) AS next_ts
  FROM opened
  WINDOW in_order AS (ORDER BY ts, place, nth ROWS UNBOUNDED PRECEDING)
)
SELECT ts, place, nth, direction, count, coalesce(next_ts, bounds_end) AS next_ts
FROM held
CROSS JOIN bounds
WHERE ts > bounds_start
  OR (ts = bounds_start AND place > 0)
