-- Grain: one row a space and UTC day in the measured range: the one daily reset on it.
SELECT space_id, day, ts
FROM daily_reset
ORDER BY space_id, day
