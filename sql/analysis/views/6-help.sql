-- The present and the list of all views and macros.

-- name: as-of
-- Grain: one row: the time of the data that queries read. Later events are not included (D3).
CREATE VIEW as_of AS
SELECT make_timestamp_ms(ts) AS "timestamp"
FROM base.source

-- name: help
-- Grain: one row per view or macro, with its parameters and the meaning of its rows.
CREATE VIEW help AS
SELECT view_name AS name, 'view' AS kind, NULL::VARCHAR[] AS parameters, comment AS description
FROM duckdb_views()
WHERE schema_name = 'main'
  AND NOT internal
UNION ALL
SELECT function_name, CASE function_type WHEN 'table_macro' THEN 'table macro' ELSE 'macro' END, parameters, comment
FROM duckdb_functions()
WHERE schema_name = 'main'
  AND NOT internal
  AND function_type IN ('macro', 'table_macro')
ORDER BY name
