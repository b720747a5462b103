-- Grain: one row a change of a space's count whose event has been removed, into a Parquet file.
COPY retained_change TO $path (FORMAT parquet)
