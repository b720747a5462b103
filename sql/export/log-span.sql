-- Grain: one row, what the log holds: how many events, and when the first and the last were (null: there are none).
SELECT count(*) AS events, min(ts) AS first_ts, max(ts) AS last_ts
FROM event
