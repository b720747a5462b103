-- Grain: one row per space and UTC day in the measured range, with the daily reset on that day.
SELECT space_id, day, ts
FROM daily_reset
ORDER BY space_id, day
