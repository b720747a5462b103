-- The removal of old events, the runs that stay, and the compaction of the database file.

-- name: boundary
-- Grain: one row: the instant from before which events have been removed, in ms; 0 where none have.
SELECT coalesce(max(boundary), 0) AS boundary
FROM removal

-- name: unfinished
-- Grain: one row: whether there are runs from before a day that files do not have as the log does.
SELECT
  EXISTS (FROM hot_run WHERE day < $day)
  OR EXISTS (FROM stale_run WHERE day < $day)
  OR EXISTS (FROM due_run WHERE day < $day) AS unfinished

-- name: remove-voided
DELETE FROM voided_event
USING event
WHERE event.id = voided_event.id
  AND event.ts < $boundary

-- name: remove-pending
DELETE FROM pending_event
USING event
WHERE event.id = pending_event.event_id
  AND event.ts < $boundary

-- name: remove-events
DELETE FROM event
WHERE ts < $boundary

-- name: insert-removal
INSERT INTO removal (boundary, removed_at, events, last_event_id)
VALUES ($boundary, $removed_at, $events, $last_event_id)

-- name: attach-source
-- The database that is compacted.
ATTACH {file} AS source (READ_ONLY)

-- name: copy-kept-changes
-- Grain: one row per change of a count whose event has been removed, in a Parquet file.
COPY kept_change TO $path (FORMAT parquet)

-- name: create-kept-change
-- Grain: one row per change of a space's count whose event has been removed, before it is written to a file.
CREATE TABLE kept_change (
  id BIGINT NOT NULL,
  ts BIGINT NOT NULL,
  space_id BIGINT NOT NULL,
  direction TINYINT NOT NULL
)

-- name: database-blocks
-- Grain: one row: how many blocks the database's file has, and how many of them are free.
SELECT total_blocks, free_blocks
FROM pragma_database_size()
WHERE database_name = current_database()

-- name: kept-runs
-- Grain: one row per day of a space whose events have been removed, ascending.
SELECT day, checksum
FROM kept_run
WHERE space_id = $space_id
ORDER BY day

-- name: kept-spaces
-- Grain: one row per space that has days whose events have been removed, ascending.
SELECT DISTINCT space_id
FROM kept_run
ORDER BY space_id

-- name: remove-kept-runs
DELETE FROM kept_run
WHERE list_contains($space_ids, space_id)

-- name: use-source
USE source
