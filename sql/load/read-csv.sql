-- Grain: one row a row of a CSV file. The words in braces are columns by position (c0, c1, …) or NULL.
-- Fails as a whole where any row cannot be split into the header's columns.
INSERT INTO report
SELECT
  serial_number,
  ts,
  CASE WHEN ts IS NULL THEN ts_text END,
  trajectory,
  event_id,
  NULL
FROM (
  SELECT *, common_time(ts_text) AS ts
  FROM (
    SELECT
      trimmed({sensor_serial_number}) AS serial_number,
      trimmed({timestamp}) AS ts_text,
      read_trajectory({trajectory}) AS trajectory,
      nullif(trimmed({event_id}), '') AS event_id
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
  )
)
