-- Grain: one row a macro of the schema, which queries may call, and whether a table comes of it.
SELECT DISTINCT function_name AS name, function_type = 'table_macro' AS is_table
FROM duckdb_functions()
WHERE NOT internal AND function_type IN ('macro', 'table_macro')
