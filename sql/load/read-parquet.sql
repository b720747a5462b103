-- Grain: one row a row of a Parquet file. The words in braces are expressions over its columns, or NULL.
INSERT INTO report
SELECT
  {sensor_serial_number}::VARCHAR,
  {ts},
  {ts_text},
  read_trajectory({trajectory}::VARCHAR),
  nullif({event_id}::VARCHAR, ''),
  NULL
FROM read_parquet($path)
