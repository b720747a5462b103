-- Grain: one row a row of a table, in its order, into a Parquet file.
COPY {part} TO $path (FORMAT parquet, COMPRESSION zstd)
