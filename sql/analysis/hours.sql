-- The derivation of the hours of the analysis copy, in slices of time. $from_ts is the instant up to which hours are right,
-- $lower_ts an hour before it, and $until_ts the end of the slice.

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
-- Grain: one row per space and local hour of a slice, from the hour of the space's first change on. An hour ends at the next
-- full hour of local time, at a clock change, or at the end of the slice. The count is that of base.changes.
INSERT INTO base.hour
WITH clipped AS (
  SELECT time_zone, offset_ms, from_ts, greatest(from_ts, $lower_ts) AS first_ts, least(to_ts, $until_ts) AS end_ts
  FROM base.zone_span
  WHERE from_ts < $until_ts
    AND to_ts > $lower_ts
),
start AS (
  SELECT time_zone, offset_ms, from_ts AS ts
  FROM clipped
  WHERE from_ts >= $lower_ts
  UNION
  SELECT
    time_zone,
    offset_ms,
    unnest(
      range(
        (first_ts + offset_ms + 3599999) // 3600000 * 3600000 - offset_ms,
        end_ts,
        3600000
      )
    )
  FROM clipped
),
space AS (
  SELECT space.id AS space_id, space.time_zone, coalesce(start_ts, $lower_ts) AS first_ts, opening
  FROM base.space
  LEFT JOIN base.hours_begin ON space_id = space.id
),
step AS (
  SELECT space_id, first_ts AS ts, -1 AS phase, 0 AS id, NULL AS offset_ms, NULL AS direction, opening AS reset_to, true AS changes
  FROM space
  WHERE opening IS NOT NULL
  UNION ALL
  -- An hour that starts with a reset opens with its count.
  SELECT space_id, ts, 0, 0, any_value(offset_ms), NULL, any_value(reset_to), bool_or(changes)
  FROM (
    SELECT space_id, ts, offset_ms, NULL AS reset_to, false AS changes
    FROM space
    JOIN start USING (time_zone)
    WHERE ts >= first_ts
    UNION ALL
    SELECT space_id, ts, NULL, count, kind = 'reset'
    FROM space
    JOIN base.reset_change USING (space_id)
    WHERE base.is_within(ts, first_ts, $until_ts)
  )
  GROUP BY space_id, ts
  UNION ALL
  SELECT space_id, ts, 1, id, NULL, direction, NULL, true
  FROM space
  JOIN base.bound_event USING (space_id)
  WHERE base.is_within(ts, $lower_ts, $until_ts)
    AND ts >= first_ts
),
summed AS (
  SELECT
    *,
    sum(coalesce(reset_to, direction, 0)) OVER (PARTITION BY space_id, period ORDER BY nth ROWS UNBOUNDED PRECEDING) AS net
  FROM (
    SELECT
      *,
      row_number() OVER in_order AS nth,
      count(reset_to) OVER in_order AS period,
      lead(ts, 1, $until_ts) OVER in_order AS next_ts,
      max(if(offset_ms IS NULL, NULL, ts)) OVER in_order AS start_ts,
      bool_or(changes) OVER in_order AS has_changes
    FROM step
    WINDOW in_order AS (PARTITION BY space_id ORDER BY ts, phase, id ROWS UNBOUNDED PRECEDING)
  )
),
settled AS (
  SELECT
    *,
    (net - least(0, min(net) OVER (PARTITION BY space_id, period ORDER BY nth ROWS UNBOUNDED PRECEDING)))::INTEGER AS count
  FROM summed
)
SELECT
  space_id,
  start_ts,
  max(next_ts),
  max(offset_ms),
  arg_min(count, nth),
  arg_max(count, nth) FILTER (ts = start_ts),
  min(count),
  max(count),
  count(*) FILTER (direction > 0),
  count(*) FILTER (direction < 0),
  sum(count * (next_ts - ts))
FROM settled
WHERE start_ts IS NOT NULL
GROUP BY space_id, start_ts
HAVING bool_or(has_changes)
