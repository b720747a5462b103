-- Runs: which are stale, which are due, and their derivation from the log.

-- name: has-stale
SELECT EXISTS (FROM stale_run) OR EXISTS (FROM due_run) AS stale

-- name: take-stale
-- Grain: one row per stale run that is about to be derived. A run from before the log start stays as it is, unless its
-- space has been removed.
INSERT INTO due_run (space_id, day)
SELECT DISTINCT space_id, day
FROM stale_run
WHERE day >= (SELECT coalesce(max(boundary), 0) // 86400000 FROM removal)
  OR space_id NOT IN (SELECT id FROM space);

DELETE FROM stale_run

-- name: evict
-- not null: spaceId
DELETE FROM in_memory_run
USING due_run
WHERE in_memory_run.space_id = due_run.space_id
  AND in_memory_run.day = due_run.day
RETURNING in_memory_run.space_id AS "spaceId", in_memory_run.day

-- name: due-days
-- null: first_day, last_day
SELECT min(day) AS first_day, max(day) AS last_day
FROM due_run

-- name: due-slices
-- Grain: one row per slice of the runs that are to be derived, ascending by day, then by space, so that a slice reads a
-- part of the log only: its first and last run, how many runs it has, and about how many changes. Changes are counted
-- by sensor and day, which may be too many: a binding may begin or end on the day.
WITH due AS (
  SELECT DISTINCT space_id, day
  FROM due_run
),
busy AS (
  SELECT sensor, (ts // 86400000)::INTEGER AS day, count(*) AS events
  FROM event
  WHERE ts >= $start_ts
    AND ts < $end_ts
  GROUP BY sensor, day
),
bound AS (
  SELECT binding.space_id, busy.day, sum(busy.events) AS changes
  FROM busy
  JOIN binding
    ON binding.sensor = busy.sensor
    AND binding.valid_from < (busy.day::BIGINT + 1) * 86400000
    AND binding.valid_to > busy.day::BIGINT * 86400000
  GROUP BY binding.space_id, busy.day
),
placed AS (
  SELECT
    space_id,
    day,
    coalesce(changes, 0) AS changes,
    sum(coalesce(changes, 0)) OVER (ORDER BY day, space_id) // $changes_max AS slice
  FROM due
  LEFT JOIN bound USING (space_id, day)
)
SELECT
  min(day) AS first_day,
  arg_min(space_id, (day, space_id)) AS first_space,
  max(day) AS last_day,
  arg_max(space_id, (day, space_id)) AS last_space,
  count(*)::DOUBLE AS runs,
  sum(changes)::DOUBLE AS changes
FROM placed
GROUP BY slice
ORDER BY slice

-- name: derive-due
-- Grain: one row per space and UTC day of a slice whose run is to be derived, ascending, with its changes (an empty list
-- if it has no events). The log is joined once, with the bindings of these runs: a join with all bindings would hold an
-- event for each space that it counts for. The sort key is that of `bound_event`.
-- not null: space_id
WITH due AS (
  SELECT DISTINCT space_id, day
  FROM due_run
  WHERE (day > $first_day OR (day = $first_day AND space_id >= $first_space))
    AND (day < $last_day OR (day = $last_day AND space_id <= $last_space))
),
due_binding AS (
  SELECT
    due.space_id,
    due.day,
    binding.sensor,
    binding.sensor_placement,
    binding.valid_from,
    binding.valid_to
  FROM due
  JOIN binding
    ON binding.space_id = due.space_id
    AND binding.valid_from < (due.day::BIGINT + 1) * 86400000
    AND binding.valid_to > due.day::BIGINT * 86400000
),
derived AS (
  SELECT
    due_binding.space_id,
    due_binding.day,
    packed_changes(
      list(
        ((event.ts % 86400000)::UBIGINT << 37)
          | (event.id::UBIGINT << 1)
          | (event.trajectory * due_binding.sensor_placement > 0)::UBIGINT
      )
    ) AS changes
  FROM valid_event AS event
  JOIN due_binding
    ON due_binding.sensor = event.sensor
    AND due_binding.day = (event.ts // 86400000)::INTEGER
    AND event.ts >= due_binding.valid_from
    AND event.ts < due_binding.valid_to
  WHERE event.ts >= $start_ts
    AND event.ts < $end_ts
  GROUP BY due_binding.space_id, due_binding.day
)
SELECT space_id, day, coalesce(changes, []::UINTEGER[]) AS changes
FROM due
LEFT JOIN derived USING (space_id, day)
ORDER BY space_id, day

-- name: clear-due-slice
DELETE FROM due_run
WHERE (day > $first_day OR (day = $first_day AND space_id >= $first_space))
  AND (day < $last_day OR (day = $last_day AND space_id <= $last_space))

-- name: create-flushed
CREATE OR REPLACE TEMP TABLE flushed AS FROM in_memory_run LIMIT 0

-- name: clear-flushed
DELETE FROM in_memory_run
USING flushed
WHERE in_memory_run.space_id = flushed.space_id
  AND in_memory_run.day = flushed.day

-- name: files
-- Grain: one row per run file, ascending.
SELECT id
FROM run_file
ORDER BY id

-- name: mark-busy
-- Grain: one row per space and UTC day in a span whose run may have changes. Whole days of sensors are compared with
-- bindings, not events: if no event counts for the space, the run is derived without changes.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT binding.space_id, busy.day
FROM (
  SELECT DISTINCT sensor, (ts // 86400000)::INTEGER AS day
  FROM event
  WHERE ts >= $first_day::BIGINT * 86400000
    AND ts < ($last_day::BIGINT + 1) * 86400000
) AS busy
JOIN binding
  ON binding.sensor = busy.sensor
  AND binding.valid_from < (busy.day::BIGINT + 1) * 86400000
  AND binding.valid_to > busy.day::BIGINT * 86400000
WHERE ($space_id IS NULL OR binding.space_id = $space_id)

-- name: days-of-log
-- Grain: one row a UTC day of a span on which the log has events, ascending, with how many.
SELECT (ts // 86400000)::INTEGER AS day, count(*)::DOUBLE AS events
FROM event
WHERE ts >= $first_day::BIGINT * 86400000
  AND ts < ($last_day::BIGINT + 1) * 86400000
GROUP BY day
ORDER BY day

-- name: derive-days
-- Grain: one row per space and UTC day of a span with events, ascending, with its changes.
-- not null: space_id
SELECT space_id, day, packed_changes(list(sort_key)) AS changes
FROM bound_event
WHERE ts >= $first_day::BIGINT * 86400000
  AND ts < ($last_day::BIGINT + 1) * 86400000
  AND ($space_id IS NULL OR space_id = $space_id)
GROUP BY space_id, day
ORDER BY space_id, day

-- name: adopt-unfinished
-- Grain: one row per run that an earlier process had in memory and did not flush, or began to derive.
INSERT INTO stale_run (space_id, day)
SELECT space_id, day
FROM in_memory_run
UNION ALL
SELECT space_id, day
FROM due_run;

DELETE FROM in_memory_run;

DELETE FROM due_run
