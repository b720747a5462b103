-- Grain: one row a row of a Parquet file. The words in braces are quoted column names, or NULL; the time
-- is a timestamp, a number of milliseconds, or (ts_text) a text.
INSERT INTO report
SELECT
  {sensor_serial_number}::VARCHAR,
  {ts},
  {ts_text},
  read_trajectory({trajectory}::VARCHAR),
  nullif({event_id}::VARCHAR, '')
FROM read_parquet($path)
