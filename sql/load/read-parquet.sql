-- Grain: one row a row of a Parquet file. The words in braces are expressions over its columns, or NULL.
INSERT INTO report
SELECT
  serial_number,
  ts,
  CASE WHEN ts IS NULL THEN ts_text END,
  trajectory,
  event_id,
  NULL
FROM (
  SELECT
    {sensor_serial_number}::VARCHAR AS serial_number,
    {ts} AS ts,
    {ts_text} AS ts_text,
    read_trajectory({trajectory}::VARCHAR) AS trajectory,
    nullif({event_id}::VARCHAR, '') AS event_id
  FROM read_parquet($path)
)
