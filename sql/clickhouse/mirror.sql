-- The mirror of the data in ClickHouse. Statements name no database: it is that of the connection.

-- name: database
-- Grain: at most one row, if the database exists.
SELECT name
FROM system.databases
WHERE name = {database:String}

-- name: create-database
CREATE DATABASE IF NOT EXISTS {database:Identifier}

-- name: tables
-- Grain: one row per table of the database.
SELECT name
FROM system.tables
WHERE database = {database:String}

-- name: schema-version
-- Grain: one row; 0 if the tables have not all been made.
SELECT max(version) AS version
FROM schema_version

-- name: set-schema-version
INSERT INTO schema_version (version)
SELECT {version:UInt32}
