-- Grain: one row: the first and last day of the runs that are to be derived; null if there are none.
SELECT min(day) AS first_day, max(day) AS last_day
FROM due_run
