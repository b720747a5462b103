-- Grain: one row an interval of [start_time, end_time) with its sample of a space's count: the fields that the API
-- gives (D12, D29), and the time-weighted average. `step` is written as the API does: `15m`, `1h`, `1d`, `1M` …
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
      ELSE least(asked_end, (SELECT ts FROM base.as_of))
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
  SELECT ts, place::DOUBLE AS place, nth, direction, count, NULL::BIGINT AS interval_end
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
    max(CASE WHEN place = 0.5 THEN ts END) OVER in_order AS start_ts,
    max(interval_end) OVER in_order AS end_ts,
    row_number() OVER in_order AS held_nth,
    lead(ts) OVER (ORDER BY ts, place, nth) AS next_ts
  FROM step_of
  WINDOW in_order AS (ORDER BY ts, place, nth ROWS UNBOUNDED PRECEDING)
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
  AND sample.start_ts >= zone_span.from_ts
  AND sample.start_ts < zone_span.to_ts
ORDER BY sample.start_ts
