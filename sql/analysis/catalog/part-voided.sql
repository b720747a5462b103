-- Grain: one row a voided event of a file.
SELECT id
FROM read_parquet($path)
