-- Grain: one row a row of a CSV file. The words in braces are columns by position (c0, c1, …) or NULL.
-- Fails as a whole where any row cannot be split into the header's columns.
INSERT INTO report
SELECT
  trim({sensor_serial_number}),
  common_time(trim({timestamp})),
  CASE WHEN common_time(trim({timestamp})) IS NULL THEN trim({timestamp}) END,
  read_trajectory({trajectory}),
  nullif(trim({event_id}), ''),
  NULL
FROM read_csv(
  $path,
  compression = $compression,
  auto_detect = false,
  header = true,
  delim = $delimiter,
  quote = '"',
  escape = '"',
  columns = $columns
)
