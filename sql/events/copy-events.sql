-- Grain: one row an event of the log after one id up to another, in order, into a Parquet file.
COPY (
  SELECT id, ts, sensor, trajectory, event_id
  FROM event
  WHERE id > $after_id
    AND id <= $last_id
) TO $path (FORMAT parquet)
