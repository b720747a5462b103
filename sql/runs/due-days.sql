-- Grain: one row, the days that hold runs to be derived (null: there are none).
SELECT min(day) AS first_day, max(day) AS last_day
FROM due_run
