-- Grain: one row a column of a table of the copy, in order.
SELECT column_name, data_type
FROM duckdb_columns()
WHERE schema_name = 'base'
  AND table_name = $table
  AND database_name = current_database()
ORDER BY column_index
