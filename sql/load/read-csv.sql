-- Grain: one row a data row of a CSV file that has the header's number of columns. The words in braces
-- are columns by position (c0, c1, …) or NULL.
INSERT INTO report
SELECT
  trim({sensor_serial_number}),
  common_time(trim({timestamp})),
  CASE WHEN common_time(trim({timestamp})) IS NULL THEN trim({timestamp}) END,
  read_trajectory({trajectory}),
  nullif({event_id}, '')
FROM read_csv(
  $path,
  auto_detect = false,
  header = true,
  delim = $delimiter,
  quote = '"',
  escape = '"',
  columns = $columns,
  ignore_errors = true,
  store_rejects = true,
  rejects_table = 'malformed',
  rejects_scan = 'malformed_scan',
  rejects_limit = 0
)
