-- What the server asks a mirror in ClickHouse before a query by a user, as the user who may only read its views.

-- name: as-of
-- Grain: one row: the instant that the mirror is as of, in ms since the epoch; null before it is complete.
SELECT toUnixTimestamp64Milli(max(timestamp)) AS as_of, count() AS complete
FROM as_of

-- name: tables
-- Grain: one row per table of the database that the user can see.
SELECT name
FROM system.tables
WHERE database = {database:String}

-- name: parse
-- Fails with the position of the error if the text is not one statement.
SELECT formatQuery({query:String}) AS query
