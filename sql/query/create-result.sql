-- Grain: one row a row of a query's result, before it is written as a Parquet file.
CREATE TABLE result ({columns})
