-- Grain: one row a table of the file; none where the making of a data directory was cut short.
SELECT table_name
FROM duckdb_tables()
WHERE NOT temporary
