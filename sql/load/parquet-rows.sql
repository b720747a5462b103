-- Grain: one row, how many rows a Parquet file has by its own account.
SELECT num_rows AS rows
FROM parquet_file_metadata($path)
