-- The derivation of the hours of the analysis copy.

-- name: known
SELECT
  coalesce(max(ts), -9223372036854775808) AS known_ts,
  coalesce(max(event_id), 0) AS known_event
FROM base.hours_as_of

-- name: stale
-- Grain: one row per space, its rules, and the instant from which on its hours are stale: the first difference between
-- the events, resets and rules known now and those known at their derivation, or the end of the derived hours.
INSERT INTO base.hours_stale
WITH present AS MATERIALIZED (
  FROM base.space_rules
),
difference AS (
  SELECT space_id, -9223372036854775808 AS ts, true AS loses
  FROM present
  LEFT JOIN base.hours_space USING (space_id)
  WHERE hours_space.rules IS DISTINCT FROM present.rules
  UNION ALL
  SELECT space_id, ts, false
  FROM base.reset
  ANTI JOIN base.hours_reset USING (id)
  UNION ALL
  SELECT space_id, ts, true
  FROM base.hours_reset
  ANTI JOIN base.reset USING (id)
  UNION ALL
  SELECT space_id, ts, false
  FROM base.bound_event
  WHERE id > $known_event
    AND ts < $known_ts
  UNION ALL
  SELECT binding.space_id, event.ts, true
  FROM base.voided_event AS event
  JOIN base.binding
    ON binding.sensor = event.sensor
    AND base.is_within(event.ts, binding.valid_from, binding.valid_to)
  WHERE event.id NOT IN (SELECT id FROM base.hours_voided)
  UNION ALL
  SELECT space_id, $known_ts, false
  FROM present
)
SELECT space_id, rules, min(ts), bool_or(loses)
FROM present
JOIN difference USING (space_id)
GROUP BY space_id, rules

-- name: plan-opened
-- Grain: one row per space that has an hour before its stale ones, with the count at its start: the hour under way, or
-- the last that has ended. If a first change may have been removed, another must have ended before, to begin with.
INSERT INTO base.hours_plan
WITH begun AS (
  FROM base.hours_stale
  SEMI JOIN (FROM base.hours_space WHERE has_changes) USING (space_id)
),
running AS (
  SELECT begun.space_id, start_ts, opening
  FROM begun
  JOIN base.running_hour USING (space_id)
  WHERE start_ts < stale_ts
    AND NOT loses
  UNION ALL
  SELECT losing.space_id, start_ts, opening
  FROM (FROM begun WHERE loses) AS losing
  JOIN base.running_hour USING (space_id)
  SEMI JOIN base.hour USING (space_id)
  WHERE start_ts < stale_ts
),
ended AS (
  SELECT
    space_id,
    max(start_ts) FILTER (start_ts < stale_ts) AS start_ts,
    arg_max(opening, start_ts) FILTER (start_ts < stale_ts) AS opening
  FROM (FROM begun ANTI JOIN running USING (space_id))
  JOIN base.hour USING (space_id)
  GROUP BY space_id
  HAVING max(start_ts) FILTER (start_ts < stale_ts) > min(start_ts)
)
SELECT (row_number() OVER (ORDER BY space_id) - 1)::INTEGER AS position, space_id, start_ts, opening
FROM (
  FROM running
  UNION ALL
  FROM ended
)

-- name: first-unplanned
-- Grain: one row: the earliest possible first change of spaces that are not planned: no change that was known is
-- earlier; null if all are planned. Spaces that had changes, and have no hour to begin with, are read from their
-- beginning.
-- null: from_ts
SELECT min(if(has_changes IS true, -9223372036854775808, stale_ts)) AS from_ts
FROM base.hours_stale
ANTI JOIN base.hours_plan USING (space_id)
LEFT JOIN base.hours_space USING (space_id)

-- name: plan-first
-- Grain: one row per space that is not planned yet and has changes, from the first of them on.
INSERT INTO base.hours_plan
WITH beginning AS (
  FROM base.hours_stale
  ANTI JOIN base.hours_plan USING (space_id)
)
SELECT
  ((SELECT count(*) FROM base.hours_plan) + row_number() OVER (ORDER BY space_id) - 1)::INTEGER AS position,
  space_id,
  min(ts) AS start_ts,
  NULL AS opening
FROM (
  SELECT space_id, ts
  FROM beginning
  JOIN base.bound_event USING (space_id)
  WHERE ts >= $from_ts
  UNION ALL
  SELECT space_id, ts
  FROM beginning
  JOIN base.reset USING (space_id)
)
WHERE ts < (SELECT ts FROM base.source)
GROUP BY space_id

-- name: planned
-- Grain: one row per space whose hours are to be derived, in order.
-- not null: space_id
-- null: opening
SELECT plan.position, plan.space_id, plan.start_ts, plan.opening, space.time_zone
FROM base.hours_plan AS plan
JOIN base.space ON space.id = plan.space_id
ORDER BY plan.position

-- name: drop-stale
-- Removes the hours that are derived again from a count at their start. `from_ts` is the earliest start of all spaces, so
-- that DuckDB does not read the hours before it.
DELETE FROM base.hour
USING base.hours_plan AS plan
WHERE plan.space_id = hour.space_id
  AND plan.opening IS NOT NULL
  AND hour.start_ts >= plan.start_ts
  AND hour.start_ts >= $from_ts

-- name: drop-restarted
-- Removes the hours of spaces whose hours are all derived again.
DELETE FROM base.hour
WHERE space_id IN (SELECT space_id FROM base.hours_plan WHERE opening IS NULL)

-- name: drop-gone
-- Removes the hours of spaces that had changes and now have none, or are deleted.
DELETE FROM base.hour
WHERE space_id IN (
  SELECT space_id FROM base.hours_space WHERE has_changes
  EXCEPT
  SELECT space_id FROM base.hours_plan
)

-- name: drop-running
DELETE FROM base.running_hour

-- name: event-days
-- Grain: one row per UTC day from an instant on with events, removed ones too, ascending, and how many.
SELECT (ts // 86400000)::INTEGER AS day, count(*) AS events
FROM (
  SELECT ts
  FROM base.event
  UNION ALL
  SELECT ts
  FROM base.retained_change
)
WHERE ts >= $from_ts
  AND ts < (SELECT ts FROM base.source)
GROUP BY day
ORDER BY day

-- name: schedules
-- Grain: one row per span of the daily reset of a space whose hours are to be derived, ascending.
SELECT plan.position, schedule.time_zone, schedule.daily_reset, schedule.valid_from, schedule.valid_to
FROM base.schedule
JOIN base.hours_plan AS plan USING (space_id)
ORDER BY plan.position, schedule.valid_from NULLS FIRST

-- name: resets
-- Grain: one row per explicit reset from the start of its space's derivation on, in D6's order.
-- not null: count
SELECT plan.position, reset.ts, reset.count
FROM base.reset
JOIN base.hours_plan AS plan USING (space_id)
WHERE reset.ts >= plan.start_ts
ORDER BY plan.position, reset.ts, reset.id

-- name: changes
-- Grain: one row per event of a range that hours are to be derived from, by space, in D6's order: the space's
-- position, the UTC day, and the change as runs pack it.
SELECT
  plan.position,
  (event.ts // 86400000)::INTEGER AS day,
  (((event.ts % 86400000) << 1) | (event.direction > 0)::BIGINT)::INTEGER AS change
FROM base.bound_event AS event
JOIN base.hours_plan AS plan USING (space_id)
WHERE event.ts >= plan.start_ts
  AND base.is_within(event.ts, $from_ts, $to_ts)
  AND event.ts < (SELECT ts FROM base.source)
ORDER BY plan.position, event.ts, event.id

-- name: note-resets
INSERT INTO base.hours_reset
SELECT id, space_id, ts
FROM base.reset

-- name: note-spaces
-- Grain: one row per space, the data its hours are derived from besides events and explicit resets, and whether it has
-- changes: the plan has all spaces that have some.
INSERT INTO base.hours_space
SELECT space_id, rules, space_id IN (SELECT space_id FROM base.hours_plan)
FROM base.hours_stale

-- name: note-voided
INSERT INTO base.hours_voided
SELECT id
FROM base.voided_event

-- name: note
INSERT INTO base.hours_as_of
SELECT ts, last_event_id
FROM base.source
