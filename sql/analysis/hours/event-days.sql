-- Grain: one row a UTC day from an instant on with events, removed ones too, ascending, and how many.
SELECT (ts // 86400000)::INTEGER AS day, count(*) AS events
FROM (
  SELECT ts
  FROM base.event
  UNION ALL
  SELECT ts
  FROM base.kept_change
)
WHERE ts >= $from_ts
  AND ts < (SELECT ts FROM base.as_of)
GROUP BY day
ORDER BY day
