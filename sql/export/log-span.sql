-- Grain: one row, what the log holds of a range: how many events, of how many UTC days, and when the first and
-- the last were (null: there are none).
SELECT
  count(*) AS events,
  count(DISTINCT ts // 86400000) AS days,
  min(ts) AS first_ts,
  max(ts) AS last_ts
FROM event
WHERE ts >= $start_ts
  AND ts < $end_ts
