-- Grain: one row a voided event, into a Parquet file.
COPY (
  SELECT id
  FROM voided_event
) TO $path (FORMAT parquet)
