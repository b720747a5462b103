-- Grain: one row a macro that queries can call.
SELECT function_name AS name, function_type AS kind, any_value(comment) AS comment, max(parameters) AS parameters
FROM duckdb_functions()
WHERE NOT internal AND schema_name = 'main' AND function_type IN ('macro', 'table_macro')
GROUP BY ALL
ORDER BY name
