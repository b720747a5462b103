-- Grain: one row, the days that hold stale runs (null: none are stale).
SELECT min(day) AS first_day, max(day) AS last_day
FROM stale_run
