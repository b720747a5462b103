-- Grain: one row per space and UTC day in the measured range, with the daily reset on that day.
INSERT INTO daily_reset
SELECT space_id, day, ts
FROM file({path:String}, 'Parquet')
