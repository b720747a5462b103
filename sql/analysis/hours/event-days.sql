-- Grain: one row a UTC day from an instant on with events, ascending, and how many.
SELECT (ts // 86400000)::INTEGER AS day, count(*) AS events
FROM base.event
WHERE ts >= $from_ts
  AND ts < (SELECT ts FROM base.as_of)
GROUP BY day
ORDER BY day
