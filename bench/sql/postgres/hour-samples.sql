-- Grain: one row per space and hour of the measured range: its sample (D12) and ∫ count dt, by window functions as in
-- ../hour-samples.sql. $1 and $2 are the start and end of the range.
INSERT INTO hour_sample (space_id, hour, count, min, max, entrances, exits, count_time)
WITH placed AS (
  SELECT
    event.space_id,
    daily_reset.day - (event.ts < daily_reset.ts)::int AS period,
    event.ts,
    event.id + 1 AS rank,
    event.direction
  FROM event
  JOIN daily_reset
    ON daily_reset.space_id = event.space_id
    AND daily_reset.day = event.ts / 86400000
  UNION ALL
  SELECT space_id, day, ts, 0, 0
  FROM daily_reset
  UNION ALL
  SELECT
    daily_reset.space_id,
    daily_reset.day - (hour.ts < daily_reset.ts)::int,
    hour.ts,
    1,
    0
  FROM generate_series($1::bigint, $2::bigint - 1, 3600000) AS hour(ts)
  JOIN daily_reset ON daily_reset.day = hour.ts / 86400000
  UNION ALL
  SELECT space_id, day - 1, ts, 0, NULL
  FROM daily_reset
  UNION ALL
  SELECT space_id, max(day), $2::bigint, 0, NULL
  FROM daily_reset
  GROUP BY space_id
),
step AS (
  SELECT space_id, period, ((ts - period * 86400000) << 32) | rank AS sort_key, direction
  FROM placed
),
summed AS (
  SELECT
    space_id,
    period,
    sort_key,
    direction,
    sum(direction) OVER (
      PARTITION BY space_id, period ORDER BY sort_key ROWS UNBOUNDED PRECEDING
    ) AS net
  FROM step
),
counted AS (
  SELECT
    space_id,
    period * 86400000 + (sort_key >> 32) AS ms,
    direction,
    net - least(0, min(net) OVER period_so_far) AS count,
    period * 86400000 + (lead(sort_key) OVER period_so_far >> 32) AS next_ms
  FROM summed
  WINDOW period_so_far AS (
    PARTITION BY space_id, period ORDER BY sort_key ROWS UNBOUNDED PRECEDING
  )
)
SELECT
  space_id,
  (ms - $1::bigint) / 3600000 AS hour,
  max(count) FILTER (WHERE ms % 3600000 = 0 AND next_ms > ms),
  min(count),
  max(count),
  count(*) FILTER (WHERE direction > 0),
  count(*) FILTER (WHERE direction < 0),
  sum((count * (next_ms - ms))::float8)
FROM counted
WHERE direction IS NOT NULL
GROUP BY space_id, hour
