-- Grain: one row a space and UTC day in the measured range: the one daily reset on it, from a file.
INSERT INTO daily_reset
SELECT space_id, day, ts
FROM file({path:String}, 'Parquet')
