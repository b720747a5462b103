-- Grain: one row per space and hour of the measured range: its sample (D12) and ∫ count dt, by window functions.
--
-- A period lasts from one daily reset of a space to the next; its number is the UTC day of the reset. Within a period,
-- the count with the floor at 0 is N = S - min(0, running minimum of S), where S is the running sum of directions.
-- `sort_key` orders the steps of a period as D6 requires. It consists of the milliseconds since the start of the
-- period's day, followed by 0 for a reset, 1 for the start of an hour, or the id + 1 for an event. Rows with a null
-- direction mark the end of a period.
CREATE OR REPLACE TEMP TABLE hour_sample AS
WITH step AS (
  SELECT
    sensor_day.space_id,
    sensor_day.day - (event.ts < sensor_day.reset_ts)::INTEGER AS period,
    ((event.ts - period * 86400000) << 32) | (event.id + 1) AS sort_key,
    event.trajectory * sensor_day.sensor_placement AS direction
  FROM event
  JOIN sensor_day
    ON sensor_day.sensor = event.sensor
    AND sensor_day.day = event.ts // 86400000
  UNION ALL
  SELECT space_id, day, (ts - day * 86400000) << 32, 0
  FROM daily_reset
  UNION ALL
  SELECT
    daily_reset.space_id,
    daily_reset.day - (hour.ts < daily_reset.ts)::INTEGER AS period,
    ((hour.ts - period * 86400000) << 32) | 1,
    0
  FROM range($start_ts, $end_ts, 3600000) AS hour(ts)
  JOIN daily_reset ON daily_reset.day = hour.ts // 86400000
  UNION ALL
  SELECT space_id, day - 1, (ts - (day - 1) * 86400000) << 32, NULL
  FROM daily_reset
  UNION ALL
  SELECT space_id, max(day), ($end_ts - max(day) * 86400000) << 32, NULL
  FROM daily_reset
  GROUP BY space_id
),
summed AS (
  SELECT
    space_id,
    period,
    sort_key,
    direction,
    sum(direction::BIGINT) OVER (
      PARTITION BY space_id, period ORDER BY sort_key ROWS UNBOUNDED PRECEDING
    )::BIGINT AS net
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
  ((ms - $start_ts) // 3600000)::INTEGER AS hour,
  (max(count) FILTER (ms % 3600000 = 0 AND next_ms > ms))::INTEGER AS count,
  min(count)::INTEGER AS min,
  max(count)::INTEGER AS max,
  count_if(direction > 0)::INTEGER AS entrances,
  count_if(direction < 0)::INTEGER AS exits,
  sum(count * (next_ms - ms))::DOUBLE AS count_time
FROM counted
WHERE direction IS NOT NULL
GROUP BY space_id, hour
