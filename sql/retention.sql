-- The removal of old events, the runs that stay, and the compaction of the database file.

-- name: unfinished
-- Grain: one row: whether there are runs from before a day whose version in files is out of date.
SELECT
  EXISTS (FROM in_memory_run WHERE day < $day)
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
ATTACH {file} AS source (READ_ONLY);

USE source

-- name: create-retained-change
CREATE TABLE retained_change (
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

-- name: retained-runs
-- Grain: one row per day of a space whose events have been removed, ascending.
SELECT day, checksum
FROM retained_run
WHERE space_id = $space_id
ORDER BY day

-- name: retained-spaces
-- Grain: one row per space that has days whose events have been removed, ascending.
-- not null: space_id
SELECT DISTINCT space_id
FROM retained_run
ORDER BY space_id

-- name: log-start
SELECT coalesce(max(boundary), 0) AS log_start
FROM removal

-- name: remove-readings
-- The log of readings begins where that of events does. Readings after the stored line of their sensor stay.
DELETE FROM reading
USING reading_line
WHERE reading_line.sensor = reading.sensor
  AND reading.number <= reading_line.readings
  AND coalesce(reading.end_ts, reading.ts, reading.received_at) < $boundary
