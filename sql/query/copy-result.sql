-- Grain: one row a row of a query's result, into a Parquet file.
COPY result TO $path (FORMAT parquet)
