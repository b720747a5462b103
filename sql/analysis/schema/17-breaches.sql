-- Grain: one row a span of time in which a space was unsafe and that touches [start_time, end_time), whole, in order
-- (D15). `end` is null while it lasts; none where the space has no safe limit.
CREATE MACRO breaches(space, start_time, end_time) AS TABLE
WITH question AS (
  SELECT
    base.find_space(space) AS question_space,
    base.to_ms(start_time) AS question_start,
    least(base.to_ms(end_time), (SELECT ts FROM base.as_of)) AS question_end
),
-- No breach lasts over the start of an hour at which the count is safe: what lies outside of the last such hour
-- before the range and the first one after it has nothing to do with what touches the range.
safe_hour AS (
  SELECT
    max(hour.start_ts) FILTER (hour.start_ts <= question_start) AS before_ts,
    min(hour.start_ts) FILTER (hour.start_ts >= question_end) AS after_ts
  FROM question
  JOIN base.space AS counted ON counted.id = question_space
  JOIN base.space_hour AS hour
    ON hour.space_id = question_space
    AND hour.count <= counted.safe_limit
),
settled AS (
  SELECT ts, arg_max(count, nth) AS count
  FROM base.changes(
    (SELECT question_space FROM question),
    (SELECT coalesce(before_ts + 1, (SELECT first_ts FROM base.as_of)) FROM safe_hour),
    (SELECT coalesce(after_ts, (SELECT ts FROM base.as_of)) + 1 FROM safe_hour)
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
told AS (
  SELECT *, count(*) FILTER (begins) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) AS nth_breach
  FROM begun
),
breach AS (
  SELECT
    min(ts) AS start_ts,
    CASE WHEN bool_or(next_ts IS NULL) THEN NULL ELSE max(next_ts) END AS end_ts,
    max(count) AS peak,
    arg_min(ts, (-count, ts)) AS peak_ts
  FROM told
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
  AND breach.start_ts >= zone_span.from_ts
  AND breach.start_ts < zone_span.to_ts
WHERE question_start < question_end
ORDER BY breach.start_ts
