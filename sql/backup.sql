-- Copies of the database.

-- name: database
-- Grain: one row: the name of the database that is used.
-- not null: name
SELECT current_database() AS name

-- name: attach
-- The new file has the version of the format that `NEW_FILE` has, in src/store/duckdb/schema.ts.
ATTACH {file} AS backup (STORAGE_VERSION 'v1.4.0')

-- name: copy-database
-- Copies all tables, with their rows in order, views and macros.
COPY FROM DATABASE {database} TO backup;

DELETE FROM backup.change_log;

DELETE FROM backup.change_log_commit

-- name: remove-node
-- A copy of a node is another node: it gets a name when it is served.
UPDATE backup.log_position
SET node = ''

-- name: checkpoint
-- Moves the write-ahead log of the copy into its file.
CHECKPOINT backup

-- name: detach
DETACH backup
