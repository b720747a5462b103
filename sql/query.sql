-- Users' queries: the names that they can use, and how their results are written.

-- name: lock
-- Settings of the whole instance. The last one prevents further changes of settings.
SET GLOBAL TimeZone = 'UTC';
SET GLOBAL enable_external_access = false;
SET GLOBAL lock_configuration = true;

-- name: begin
-- A user's query runs in a transaction that cannot write.
BEGIN TRANSACTION READ ONLY

-- name: internal-views
-- Grain: one row per name of DuckDB's own views.
-- not null: name
SELECT DISTINCT view_name AS name
FROM duckdb_views()
WHERE internal

-- name: limit-temporary
-- DuckDB ignores a limit on temporary files that it gets when an instance is opened.
SET GLOBAL max_temp_directory_size = '{size}'

-- name: macros
-- Grain: one row per macro that queries can call.
-- not null: name
-- null: comment
SELECT function_name AS name, function_type AS kind, any_value(comment) AS comment, max(parameters) AS parameters
FROM duckdb_functions()
WHERE NOT internal AND schema_name = 'main' AND function_type IN ('macro', 'table_macro')
GROUP BY ALL
ORDER BY name

-- name: own-functions
-- Grain: one row per macro of the schema, which queries may call, and whether it returns a table.
-- not null: name
SELECT DISTINCT function_name AS name, function_type = 'table_macro' AS is_table
FROM duckdb_functions()
WHERE NOT internal AND function_type IN ('macro', 'table_macro')

-- name: serialize
-- Grain: one row: the syntax tree of $query as JSON, or an error if it has a statement other than SELECT.
SELECT json_serialize_sql($query::VARCHAR) AS tree

-- name: views
-- Grain: one row per column of a view that queries can name, in order.
-- not null: name
-- null: comment, column_comment
SELECT v.view_name AS name, v.comment, c.column_name, c.data_type AS column_type, c.comment AS column_comment
FROM duckdb_views() AS v
JOIN duckdb_columns() AS c ON c.table_oid = v.view_oid AND c.database_oid = v.database_oid
WHERE NOT v.internal AND v.schema_name = 'main'
ORDER BY name, c.column_index
