-- Counts of one space.

-- name: count-changes
-- Grain: one row per change of a space's count in [start_time, end_time), in order, with the count before and after
-- it. A change is an event (also an exit that leaves the count at 0), a daily reset or an explicit reset (D6, D7).
CREATE MACRO count_changes(space, start_time, end_time) AS TABLE
WITH question AS (
  FROM base.question(space, start_time, end_time)
),
change AS (
  SELECT *
  FROM base.changes(
    (SELECT question_space FROM question),
    (SELECT question_start FROM question),
    (SELECT question_end FROM question)
  )
)
SELECT
  make_timestamp_ms(change.ts) AS "timestamp",
  make_timestamp_ms(change.ts + zone_span.offset_ms) AS local_timestamp,
  change.kind,
  change.direction,
  change.count_before,
  change.count,
  CASE
    WHEN change.kind = 'event' AND change.id > 0 THEN 'evt_' || change.id
    WHEN change.kind = 'reset' THEN 'rst_' || change.id
  END AS id,
  doorway.key AS doorway_id,
  doorway.name AS doorway_name
FROM change
JOIN question
  ON change.ts >= question_start
  AND change.kind IS NOT NULL
JOIN base.space AS counted ON counted.id = question_space
JOIN base.zone_span
  ON zone_span.time_zone = counted.time_zone
  AND base.is_within(change.ts, zone_span.from_ts, zone_span.to_ts)
LEFT JOIN base.doorway ON doorway.id = change.doorway_id
ORDER BY change.nth

-- name: count-at
-- Grain: one value: the count of a space after all changes up to and including a time (D7). Null for the future.
CREATE MACRO count_at(space, "time") AS (
  WITH question AS (
    SELECT base.find_space(space) AS question_space, base.to_ms("time") AS question_ts
  )
  SELECT
    CASE
      WHEN question_ts <= (SELECT ts FROM base.source)
      THEN (
        SELECT arg_max(count, nth)
        FROM base.changes(
          (SELECT question_space FROM question),
          (SELECT question_ts FROM question),
          (SELECT question_ts + 1 FROM question)
        )
      )
    END
  FROM question
)

-- name: counts
-- Grain: one row per interval of [start_time, end_time), with the fields of the API's samples of a space (D12, D29)
-- and the time-weighted average of the count. `step` is an interval as in the API, such as `15m`, `1h`, `1d` or `1M`.
CREATE MACRO counts(space, start_time, end_time, step) AS TABLE
WITH question AS (
  SELECT
    base.find_space(space) AS question_space,
    base.to_ms(start_time) AS question_start,
    base.to_ms(end_time) AS asked_end,
    base.read_step(step) AS question_step
),
clipped AS (
  SELECT
    question.*,
    CASE
      WHEN question_start > asked_end THEN error('start_time is after end_time')
      ELSE least(asked_end, (SELECT ts FROM base.source))
    END AS question_end,
    counted.time_zone,
    counted.capacity,
    counted.target_capacity
  FROM question
  JOIN base.space AS counted ON counted.id = question_space
),
interval_of AS (
  SELECT *
  FROM base.grid(
    (SELECT question_start FROM clipped),
    (SELECT question_end FROM clipped),
    (SELECT question_step FROM clipped),
    (SELECT time_zone FROM clipped)
  )
),
step_of AS (
  SELECT ts, phase::DOUBLE AS phase, nth, direction, count, NULL::BIGINT AS interval_end
  FROM base.changes(
    (SELECT question_space FROM clipped),
    (SELECT question_start FROM clipped),
    (SELECT question_end FROM clipped)
  )
  UNION ALL
  -- An interval begins after the resets of its first instant and before its events.
  SELECT interval_start, 0.5, 0, NULL, NULL, interval_end
  FROM interval_of
),
held AS (
  SELECT
    *,
    coalesce(last_value(count IGNORE NULLS) OVER in_order, 0) AS held_count,
    max(CASE WHEN phase = 0.5 THEN ts END) OVER in_order AS start_ts,
    max(interval_end) OVER in_order AS end_ts,
    row_number() OVER in_order AS held_nth,
    lead(ts) OVER (ORDER BY ts, phase, nth) AS next_ts
  FROM step_of
  WINDOW in_order AS (ORDER BY ts, phase, nth ROWS UNBOUNDED PRECEDING)
),
sample AS (
  SELECT
    start_ts,
    end_ts,
    arg_max(held_count, held_nth) FILTER (ts = start_ts) AS count,
    min(held_count) AS least,
    max(held_count) AS most,
    count(*) FILTER (direction = 1) AS entrances,
    count(*) FILTER (direction = -1) AS exits,
    sum(held_count::BIGINT * (least(coalesce(next_ts, end_ts), end_ts) - ts))::DOUBLE / (end_ts - start_ts) AS average_count
  FROM held
  -- A reset at the end of an interval belongs to the next one.
  WHERE ts < end_ts
  GROUP BY start_ts, end_ts
)
SELECT
  make_timestamp_ms(sample.start_ts) AS "timestamp",
  sample.count,
  make_timestamp_ms(sample.start_ts) AS "start",
  make_timestamp_ms(sample.end_ts - 1) AS "end",
  sample.least AS min,
  sample.most AS max,
  sample.entrances + sample.exits AS events,
  sample.entrances,
  sample.exits,
  sample.most / nullif(clipped.capacity, 0) AS utilization,
  sample.most / nullif(clipped.target_capacity, 0) AS target_utilization,
  sample.entrances / ((sample.end_ts - sample.start_ts) / 60000) AS entry_rate,
  sample.exits / ((sample.end_ts - sample.start_ts) / 60000) AS exit_rate,
  sample.average_count,
  make_timestamp_ms(sample.start_ts + zone_span.offset_ms) AS local_timestamp
FROM sample
CROSS JOIN clipped
JOIN base.zone_span
  ON zone_span.time_zone = clipped.time_zone
  AND base.is_within(sample.start_ts, zone_span.from_ts, zone_span.to_ts)
ORDER BY sample.start_ts

-- name: utilization
-- Grain: one row: the target utilization of a space over [start_time, end_time) (D13): average, lowest, highest, and
-- the time in each band. Nulls if the space has no target capacity, or if no time has passed.
CREATE MACRO utilization(space, start_time, end_time) AS TABLE
WITH question AS (
  FROM base.question(space, start_time, end_time)
),
change AS (
  SELECT ts, phase, nth, count
  FROM base.changes(
    (SELECT question_space FROM question),
    (SELECT question_start FROM question),
    (SELECT question_end FROM question)
  )
  UNION ALL
  -- The start is after the resets of its instant and before its events.
  SELECT question_start, 0.5, 0, NULL
  FROM question
  WHERE question_space IS NOT NULL
    AND question_start < question_end
),
held AS (
  SELECT
    ts,
    phase,
    coalesce(last_value(count IGNORE NULLS) OVER in_order, 0) AS count,
    lead(ts) OVER (ORDER BY ts, phase, nth) AS next_ts
  FROM change
  WINDOW in_order AS (ORDER BY ts, phase, nth ROWS UNBOUNDED PRECEDING)
),
-- Spans of time over which the count is the same.
span AS (
  SELECT ts, count, coalesce(next_ts, question_end) AS next_ts
  FROM held
  CROSS JOIN question
  WHERE ts > question_start
  OR (ts = question_start AND phase > 0)
),
total AS (
  SELECT
    sum(count::BIGINT * (next_ts - ts))::DOUBLE / nullif(sum(next_ts - ts), 0) AS average_count,
    min(count) AS least,
    max(count) AS most,
    coalesce(sum(next_ts - ts) FILTER (count * 5 < target * 2), 0) AS below_40,
    coalesce(sum(next_ts - ts) FILTER (count * 5 >= target * 2 AND count * 5 < target * 4), 0) AS below_80,
    coalesce(sum(next_ts - ts) FILTER (count * 5 >= target * 4 AND count < target), 0) AS below_100,
    coalesce(sum(next_ts - ts) FILTER (count >= target), 0) AS above
  FROM span
  CROSS JOIN (
    SELECT nullif(target_capacity, 0) AS target
    FROM base.space
    WHERE id = (SELECT question_space FROM question)
  )
)
SELECT
  counted.key AS space_id,
  counted.name AS space_name,
  counted.target_capacity,
  total.average_count,
  total.average_count / nullif(counted.target_capacity, 0) AS average,
  total.least / nullif(counted.target_capacity, 0) AS min,
  total.most / nullif(counted.target_capacity, 0) AS max,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(total.below_40) END AS duration_0,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(total.below_80) END AS duration_40,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(total.below_100) END AS duration_80,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(total.above) END AS duration_100
FROM question
JOIN base.space AS counted ON counted.id = question_space
CROSS JOIN total

-- name: breaches
-- Grain: one row per breach of a space's safe limit that overlaps [start_time, end_time), with its whole duration, in
-- order (D15). `end` is null while the breach lasts. No rows if the space has no safe limit.
CREATE MACRO breaches(space, start_time, end_time) AS TABLE
WITH question AS (
  FROM base.question(space, start_time, end_time)
),
-- No breach continues over the start of an hour at which the count is safe, so data before the last such hour before
-- the range, and after the first one after it, is not needed.
safe_hour AS (
  SELECT
    max(hour.start_ts) FILTER (hour.start_ts <= question_start) AS before_ts,
    min(hour.start_ts) FILTER (hour.start_ts >= question_end) AS after_ts
  FROM question
  JOIN base.space AS counted ON counted.id = question_space
  JOIN base.hour AS hour
    ON hour.space_id = question_space
    AND hour.count <= counted.safe_limit
),
settled AS (
  SELECT ts, arg_max(count, nth) AS count
  FROM base.changes(
    (SELECT question_space FROM question),
    (SELECT coalesce(before_ts + 1, (SELECT first_ts FROM base.source)) FROM safe_hour),
    (SELECT coalesce(after_ts, (SELECT ts FROM base.source)) + 1 FROM safe_hour)
  )
  GROUP BY ts
),
judged AS (
  SELECT
    settled.ts,
    settled.count,
    settled.count > counted.safe_limit AS unsafe,
    lead(settled.ts) OVER (ORDER BY settled.ts) AS next_ts
  FROM settled
  CROSS JOIN question
  JOIN base.space AS counted ON counted.id = question_space
),
begun AS (
  SELECT
    *,
    unsafe AND NOT coalesce(lag(unsafe) OVER (ORDER BY ts), false) AS begins
  FROM judged
),
numbered AS (
  SELECT *, count(*) FILTER (begins) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) AS nth_breach
  FROM begun
),
breach AS (
  SELECT
    min(ts) AS start_ts,
    CASE WHEN bool_or(next_ts IS NULL) THEN NULL ELSE max(next_ts) END AS end_ts,
    max(count) AS peak,
    arg_min(ts, (-count, ts)) AS peak_ts
  FROM numbered
  WHERE unsafe
  GROUP BY nth_breach
)
SELECT
  counted.key AS space_id,
  make_timestamp_ms(breach.start_ts) AS "start",
  make_timestamp_ms(breach.end_ts) AS "end",
  breach.peak AS peak_count,
  make_timestamp_ms(breach.peak_ts) AS peak_timestamp,
  counted.safe_limit,
  make_timestamp_ms(breach.start_ts + zone_span.offset_ms) AS local_start
FROM breach
JOIN question
  ON breach.start_ts < question_end
  AND (breach.end_ts IS NULL OR breach.end_ts > question_start)
JOIN base.space AS counted ON counted.id = question_space
JOIN base.zone_span
  ON zone_span.time_zone = counted.time_zone
  AND base.is_within(breach.start_ts, zone_span.from_ts, zone_span.to_ts)
WHERE question_start < question_end
ORDER BY breach.start_ts
