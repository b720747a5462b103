-- Copies of the database for backups.

-- name: attach
ATTACH {file} AS backup

-- name: tables
-- Grain: one row per table of the data directory, all of which a backup holds.
SELECT table_name
FROM duckdb_tables()
WHERE database_name = current_database()
  AND NOT temporary
  AND NOT internal
ORDER BY table_name

-- name: copy-table
INSERT INTO backup.{table} BY NAME
FROM {table}

-- name: checkpoint
-- Moves the write-ahead log of the backup into its file.
CHECKPOINT backup

-- name: detach
DETACH backup
