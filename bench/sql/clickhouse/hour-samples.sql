-- Grain: one row per space and hour of the measured range: its sample (D12) and ∫ count dt, by window functions as in
-- ../hour-samples.sql. `measured` is 0 in rows that mark the end of a period.
CREATE TABLE hour_sample
ENGINE = Memory
AS
WITH step AS (
  SELECT
    event.space_id AS space_id,
    daily_reset.day - (event.ts < daily_reset.ts) AS period,
    bitOr(bitShiftLeft(event.ts - period * 86400000, 32), event.id + 1) AS sort_key,
    event.direction AS direction,
    1 AS measured
  FROM event
  INNER JOIN daily_reset
    ON daily_reset.space_id = event.space_id
    AND daily_reset.day = intDiv(event.ts, 86400000)
  UNION ALL
  SELECT space_id, day, bitShiftLeft(ts - day * 86400000, 32), 0, 1
  FROM daily_reset
  UNION ALL
  SELECT
    daily_reset.space_id,
    daily_reset.day - (hour.ts < daily_reset.ts) AS period,
    bitOr(bitShiftLeft(hour.ts - period * 86400000, 32), 1),
    0,
    1
  FROM (
    SELECT toInt64({start_ts:Int64} + number * 3600000) AS ts
    FROM numbers(intDiv({end_ts:Int64} - {start_ts:Int64}, 3600000))
  ) AS hour
  INNER JOIN daily_reset ON daily_reset.day = intDiv(hour.ts, 86400000)
  UNION ALL
  SELECT space_id, day - 1, bitShiftLeft(ts - (day - 1) * 86400000, 32), 0, 0
  FROM daily_reset
  UNION ALL
  SELECT space_id, max(day) AS period, bitShiftLeft({end_ts:Int64} - period * 86400000, 32), 0, 0
  FROM daily_reset
  GROUP BY space_id
),
summed AS (
  SELECT
    space_id,
    period,
    sort_key,
    direction,
    measured,
    sum(direction) OVER (
      PARTITION BY space_id, period ORDER BY sort_key ROWS UNBOUNDED PRECEDING
    ) AS net
  FROM step
),
counted AS (
  SELECT
    space_id,
    period * 86400000 + bitShiftRight(sort_key, 32) AS ms,
    direction,
    measured,
    net - least(0, min(net) OVER (
      PARTITION BY space_id, period ORDER BY sort_key ROWS UNBOUNDED PRECEDING
    )) AS count,
    period * 86400000 + bitShiftRight(lead(sort_key) OVER (
      PARTITION BY space_id, period ORDER BY sort_key
    ), 32) AS next_ms
  FROM summed
)
SELECT
  space_id,
  toInt32(intDiv(ms - {start_ts:Int64}, 3600000)) AS hour,
  toInt32(maxIf(count, ms % 3600000 = 0 AND next_ms > ms)) AS count_at_start,
  toInt32(min(count)) AS min_count,
  toInt32(max(count)) AS max_count,
  toInt32(countIf(direction > 0)) AS entrances,
  toInt32(countIf(direction < 0)) AS exits,
  toFloat64(sum(count * (next_ms - ms))) AS count_time
FROM counted
WHERE measured = 1
GROUP BY space_id, hour
