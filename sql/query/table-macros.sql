-- Grain: one row a name of table macros.
SELECT DISTINCT function_name AS name
FROM duckdb_functions()
WHERE function_type = 'table_macro'
