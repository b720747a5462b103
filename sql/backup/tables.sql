-- Grain: one row a table of the data directory, all of which a backup holds.
SELECT table_name
FROM duckdb_tables()
WHERE database_name = current_database()
  AND NOT temporary
  AND NOT internal
ORDER BY table_name
