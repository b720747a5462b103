-- Grain: one row a column of a Parquet file, in order.
SELECT column_name, column_type
FROM (DESCRIBE FROM read_parquet($path))
