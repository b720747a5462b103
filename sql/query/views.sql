-- Grain: one row a column of a view that queries can name, in order.
SELECT v.view_name AS name, v.comment, c.column_name, c.data_type AS column_type, c.comment AS column_comment
FROM duckdb_views() AS v
JOIN duckdb_columns() AS c ON c.table_oid = v.view_oid AND c.database_oid = v.database_oid
WHERE NOT v.internal AND v.schema_name = 'main'
ORDER BY name, c.column_index
