-- Grain: one row a change whose event has been removed, of a file.
SELECT id, ts, space_id, direction
FROM read_parquet($path)
