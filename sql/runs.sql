-- Runs: which are stale, which are due, and their derivation from the log.

-- name: has-stale
-- Grain: one row: whether there are runs that differ from the log.
SELECT EXISTS (FROM stale_run) OR EXISTS (FROM due_run) AS stale

-- name: adopt-unfinished
-- Grain: one row per run that another process kept in memory and did not flush, or began to derive.
INSERT INTO stale_run (space_id, day)
FROM hot_run
UNION ALL
FROM due_run

-- name: clear-hot
DELETE FROM hot_run

-- name: clear-due
DELETE FROM due_run

-- name: take-stale
-- Grain: one row per space and UTC day whose run is stale and is about to be derived. A run whose events have been
-- removed stays as it is, unless its space has been deleted.
INSERT INTO due_run (space_id, day)
SELECT DISTINCT space_id, day
FROM stale_run
WHERE day >= (SELECT coalesce(max(boundary), 0) // 86400000 FROM removal)
  OR space_id NOT IN (SELECT id FROM space)

-- name: clear-stale
DELETE FROM stale_run

-- name: evictable
-- Grain: one row per run in memory that is about to be derived.
SELECT DISTINCT space_id, day
FROM hot_run
SEMI JOIN due_run USING (space_id, day)

-- name: evict
DELETE FROM hot_run
USING due_run
WHERE hot_run.space_id = due_run.space_id
  AND hot_run.day = due_run.day

-- name: due-days
-- Grain: one row: the days that hold runs to be derived (null: there are none).
SELECT min(day) AS first_day, max(day) AS last_day
FROM due_run

-- name: due-slices
-- Grain: one row per slice of the runs that are to be derived, ascending by day, then by space, so that each
-- slice reads only a part of the log: from its first run to its last, how many they are, and about how many
-- changes they have. Changes are counted by sensor and day, which may be too many: a binding may begin
-- or end on the day.
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
  count(*) AS runs,
  sum(changes)::BIGINT AS changes
FROM placed
GROUP BY slice
ORDER BY slice

-- name: derive-due
-- Grain: one row per space and UTC day of a slice whose run is to be derived, ascending, with its changes (none
-- where it has no events). The log is joined once, with what is due: joining it with the bindings first would
-- hold an event for each space that it counts for, due or not. The sort key is that of `bound_event`.
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
-- Grain: one row per run in memory that has been stored.
CREATE OR REPLACE TEMP TABLE flushed (
  space_id BIGINT NOT NULL,
  day INTEGER NOT NULL
)

-- name: clear-flushed
DELETE FROM hot_run
USING flushed
WHERE hot_run.space_id = flushed.space_id
  AND hot_run.day = flushed.day

-- name: files
-- Grain: one row per file of runs, ascending.
SELECT id
FROM run_file
ORDER BY id

-- name: remove-files
DELETE FROM run_file
WHERE list_contains($ids, id)

-- name: mark-busy
-- Grain: one row per space and UTC day in a range whose run may have changes. A sensor's whole day is looked
-- at, not each event of it: where no event counts for the space, deriving finds nothing.
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
-- Grain: one row per UTC day of a range on which the log has events, ascending, and how many.
SELECT (ts // 86400000)::INTEGER AS day, count(*) AS events
FROM event
WHERE ts >= $first_day::BIGINT * 86400000
  AND ts < ($last_day::BIGINT + 1) * 86400000
GROUP BY day
ORDER BY day

-- name: derive-days
-- Grain: one row per space and UTC day of a range with events, ascending, with its changes as the log has them.
SELECT space_id, day, packed_changes(list(sort_key)) AS changes
FROM bound_event
WHERE ts >= $first_day::BIGINT * 86400000
  AND ts < ($last_day::BIGINT + 1) * 86400000
  AND ($space_id IS NULL OR space_id = $space_id)
GROUP BY space_id, day
ORDER BY space_id, day
