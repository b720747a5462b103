-- Grain: one row a space that has an hour before its stale ones, with the count at its start: the hour under way, or
-- the last that has ended. A first change that may be gone leaves no hour to begin with, so that another must have
-- ended before.
INSERT INTO base.hours_plan
WITH begun AS (
  FROM base.hours_stale
  SEMI JOIN (FROM base.hours_space WHERE has_changes) USING (space_id)
),
running AS (
  SELECT begun.space_id, start_ts, opening
  FROM begun
  JOIN base.running_hour USING (space_id)
  WHERE start_ts < stale_ts
    AND NOT loses
  UNION ALL
  SELECT losing.space_id, start_ts, opening
  FROM (FROM begun WHERE loses) AS losing
  JOIN base.running_hour USING (space_id)
  SEMI JOIN base.hour USING (space_id)
  WHERE start_ts < stale_ts
),
ended AS (
  SELECT
    space_id,
    max(start_ts) FILTER (start_ts < stale_ts) AS start_ts,
    arg_max(opening, start_ts) FILTER (start_ts < stale_ts) AS opening
  FROM (FROM begun ANTI JOIN running USING (space_id))
  JOIN base.hour USING (space_id)
  GROUP BY space_id
  HAVING max(start_ts) FILTER (start_ts < stale_ts) > min(start_ts)
)
SELECT (row_number() OVER (ORDER BY space_id) - 1)::INTEGER AS position, space_id, start_ts, opening
FROM (
  FROM running
  UNION ALL
  FROM ended
)
