-- Grain: one row a UTC day of a span on which the log has events, ascending, with how many.
SELECT (ts // 86400000)::INTEGER AS day, count(*) AS events
FROM event
WHERE ts >= $first_day::BIGINT * 86400000
  AND ts < ($last_day::BIGINT + 1) * 86400000
GROUP BY day
ORDER BY day
