-- Grain: one row a sample of a count series, into a Parquet file.
COPY count_sample TO $path (FORMAT parquet)
