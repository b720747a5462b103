-- The derivation of the hours of the analysis copy, in slices of time. $from_ts is the instant up to which hours are
-- right, $lower_ts an hour before it, and $until_ts the end of the slice.

-- name: find-begin
-- Grain: one row per space that has an hour to begin with, with the count at its start. No space begins with its first
-- hour, which may have lost its change.
INSERT INTO base.hours_begin
SELECT space_id, min(start_ts), arg_min(opening, start_ts)
FROM base.hour
WHERE base.is_within(start_ts, $lower_ts, $from_ts)
  AND space_id IN (
    SELECT space_id
    FROM base.hour
    WHERE base.is_within(start_ts, $lower_ts - 3600000, $lower_ts)
  )
GROUP BY space_id

-- name: drop-stale
DELETE FROM base.hour
WHERE start_ts >= $lower_ts

-- name: derive
-- Grain: one row per space and local hour of a slice, from the hour of the space's first change on. An hour ends at
-- the next full hour of local time, at a clock change, or at the end of the slice. The count is that of base.changes.
INSERT INTO base.hour
WITH span AS (
  SELECT time_zone, offset_ms, from_ts, greatest(from_ts, $lower_ts) AS first_ts, least(to_ts, $until_ts) AS end_ts
  FROM base.zone_span
  WHERE from_ts < $until_ts
    AND to_ts > $lower_ts
),
start AS (
  SELECT time_zone, from_ts AS ts
  FROM span
  WHERE from_ts >= $lower_ts
  UNION
  SELECT
    time_zone,
    unnest(
      range(
        (first_ts + offset_ms + 3599999) // 3600000 * 3600000 - offset_ms,
        end_ts,
        3600000
      )
    )
  FROM span
),
space AS (
  SELECT space.id AS space_id, space.time_zone, coalesce(start_ts, $lower_ts) AS space_ts, opening
  FROM base.space
  LEFT JOIN base.hours_begin ON space_id = space.id
),
reset AS (
  SELECT space_id, ts, count, kind = 'reset' AS changes
  FROM space
  JOIN base.reset_change USING (space_id)
  WHERE base.is_within(ts, space_ts, $until_ts)
),
-- One row per space and span of time in which nothing sets its count, and the count at its start.
period AS (
  SELECT
    space_id,
    ts AS period_ts,
    lead(ts, 1, $until_ts) OVER (PARTITION BY space_id ORDER BY ts) AS period_end,
    count AS opening
  FROM (
    SELECT space_id, ts, count
    FROM reset
    UNION ALL
    SELECT space_id, space_ts, coalesce(opening, 0)
    FROM space
    ANTI JOIN reset ON reset.space_id = space.space_id AND reset.ts = space.space_ts
  )
),
step AS (
  -- The starts of hours and periods, before the events of their instant.
  SELECT space_id, ts, -9223372036854775808 AS id, 0 AS direction, bool_or(changes) AS changes
  FROM (
    SELECT space_id, ts, opening IS NOT NULL AS changes
    FROM space
    JOIN start USING (time_zone)
    WHERE ts >= space_ts
    UNION ALL
    SELECT space_id, ts, changes
    FROM reset
  )
  GROUP BY space_id, ts
  UNION ALL
  SELECT space_id, ts, id, direction, true
  FROM space
  JOIN base.bound_event USING (space_id)
  WHERE base.is_within(ts, $lower_ts, $until_ts)
    AND ts >= space_ts
),
summed AS (
  SELECT
    step.*,
    period_ts,
    -- Windows over DOUBLE take half the time of those over integers, and are as exact.
    opening + sum(direction::DOUBLE) OVER in_order AS net,
    row_number() OVER in_order AS nth,
    lead(ts, 1, period_end) OVER in_order AS next_ts
  FROM step
  JOIN period
    ON period.space_id = step.space_id
    AND base.is_within(ts, period_ts, period_end)
  WINDOW in_order AS (PARTITION BY step.space_id, period_ts ORDER BY ts, id ROWS UNBOUNDED PRECEDING)
),
settled AS (
  SELECT *, (net - least(0, min(net) OVER in_order))::INTEGER AS count
  FROM summed
  WINDOW in_order AS (PARTITION BY space_id, period_ts ORDER BY nth ROWS UNBOUNDED PRECEDING)
),
placed AS (
  SELECT
    settled.*,
    offset_ms,
    greatest(span.from_ts, (ts + offset_ms) // 3600000 * 3600000 - offset_ms) AS start_ts
  FROM settled
  JOIN space USING (space_id)
  JOIN span
    ON span.time_zone = space.time_zone
    AND base.is_within(ts, span.first_ts, span.end_ts)
)
SELECT
  space_id,
  start_ts,
  max(next_ts),
  max(offset_ms),
  max(count) FILTER (direction = 0 AND ts = start_ts),
  arg_max(count, nth) FILTER (ts = start_ts),
  min(count),
  max(count),
  count(*) FILTER (direction > 0),
  count(*) FILTER (direction < 0),
  sum(count * (next_ts - ts))
FROM placed
GROUP BY space_id, start_ts
QUALIFY bool_or(bool_or(changes)) OVER (PARTITION BY space_id ORDER BY start_ts ROWS UNBOUNDED PRECEDING)
