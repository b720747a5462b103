-- What the server asks a mirror in ClickHouse before a query by a user, as the user who may only read its views.

-- name: as-of
-- Grain: one row: the instant that the mirror is as of, in ms since the epoch; 0 before it is complete.
SELECT toUnixTimestamp64Milli(timestamp) AS as_of
FROM as_of

-- name: tables
-- Grain: one row per table of the database that the user can see.
SELECT name
FROM system.tables
WHERE database = {database:String}

-- name: columns
-- Grain: one row per column of the database that the user can see, in order.
SELECT table AS relation, name, type
FROM system.columns
WHERE database = {database:String}
ORDER BY relation, position

-- name: constant
-- Grain: one row, which reads nothing: whether the user may have the settings of queries.
SELECT 1

-- name: grants
-- Grain: one row per statement that gives the user a privilege, by itself or by a role.
SHOW GRANTS FINAL

-- name: direct-grants
-- Grain: one row per statement that gives the user a privilege or a role. For versions that know no FINAL.
SHOW GRANTS

-- name: parse
-- Grain: one row: a statement as ClickHouse writes it. Fails with the position of the error if the text is not one.
SELECT formatQuery({query:String}) AS query
