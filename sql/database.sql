-- The database file itself, its logs of changes, and accepted losses of acknowledged changes.

-- name: create-table
CREATE TABLE {table} ({definitions})

-- name: copy-table
COPY {table} TO $path (FORMAT parquet)

-- name: table-names
-- Grain: one row per table of the file; none if a process ended while it created the data directory.
SELECT table_name
FROM duckdb_tables()
WHERE NOT temporary

-- name: schema-version
-- Grain: one row: the version of the schema, and the digest of the views and macros that were created last.
SELECT version, views_digest
FROM schema_version

-- name: add-ignored
ALTER TABLE sensor
ADD COLUMN IF NOT EXISTS is_ignored BOOLEAN

-- name: add-space-of-token
ALTER TABLE token
ADD COLUMN IF NOT EXISTS space_id BIGINT

-- name: insert-schema-version
INSERT INTO schema_version (version, views_digest)
VALUES ($version, $views_digest)

-- name: set-views-digest
UPDATE schema_version
SET views_digest = $views_digest

-- name: track-progress
-- Makes DuckDB measure the progress of the running statement without printing it.
SET enable_progress_bar_print = false;
SET enable_progress_bar = true;

-- name: untrack-progress
SET enable_progress_bar = false;

-- name: last-change-log
-- Grain: at most one row: the last log of changes, and whether each one continues the one before it.
SELECT
  log,
  identity,
  previous,
  (SELECT count(*) FROM change_log_commit AS stored WHERE stored.log = change_log.log) AS commits,
  (
    SELECT coalesce(bool_and(follows), true)
    FROM (
      SELECT (log, previous) = (lag(log + 1) OVER by_log, lag(identity) OVER by_log) AS follows
      FROM change_log
      WINDOW by_log AS (ORDER BY log)
      QUALIFY lag(log) OVER by_log IS NOT NULL
    )
  ) AS is_continuous
FROM change_log
ORDER BY log DESC
LIMIT 1

-- name: insert-change-log
INSERT INTO {logs} (log, identity, previous)
VALUES ($log, $identity, $previous)

-- name: remove-counted-commits
DELETE FROM change_log_commit
WHERE log < $log

-- name: log-position
-- Grain: at most one row.
SELECT log, node, position, chain
FROM log_position

-- name: move-log-position
UPDATE log_position
SET node = $node, position = $position, chain = $chain

-- name: remove-log-position
DELETE FROM log_position

-- name: insert-log-position
INSERT INTO log_position (log, node, position, chain)
VALUES ($log, $node, $position, $chain)

-- name: insert-accepted-loss
INSERT INTO accepted_loss (accepted_at, kept_event_id, last_event_id, next_id, last_delivery_id, reason)
VALUES ($accepted_at, $kept_event_id, $last_event_id, $next_id, $last_delivery_id, $reason)

-- name: remove-rows
DELETE FROM {table}
WHERE {column} IN (SELECT unnest($ids))
