-- Grain: one row a row of a table that is to be a Parquet file.
CREATE TABLE {part} ({columns})
