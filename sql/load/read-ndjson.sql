-- Grain: one row a line of an NDJSON file that is not blank.
INSERT INTO report
SELECT
  CASE WHEN is_object THEN line ->> $serial_number END,
  common_time(CASE WHEN is_object THEN line ->> $timestamp END),
  CASE WHEN is_object AND common_time(line ->> $timestamp) IS NULL THEN line ->> $timestamp END,
  read_trajectory(CASE WHEN is_object THEN line ->> $trajectory END),
  CASE WHEN is_object THEN nullif(line ->> $event_id, '') END
FROM (
  SELECT line, json_valid(line) AND json_type(line) = 'OBJECT' AS is_object
  FROM read_csv(
    $path,
    auto_detect = false,
    header = false,
    delim = chr(31),
    quote = '',
    escape = '',
    columns = {'line': 'VARCHAR'},
    strict_mode = false,
    maximum_line_size = 4194304
  )
  WHERE trim(line) <> ''
)
