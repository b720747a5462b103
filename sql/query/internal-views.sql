-- Grain: one row a name of DuckDB's own views.
SELECT DISTINCT view_name AS name
FROM duckdb_views()
WHERE internal
