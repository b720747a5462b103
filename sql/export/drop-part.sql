-- Grain: a table that is a Parquet file now.
DROP TABLE {part}
