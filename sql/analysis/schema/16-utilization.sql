-- Grain: one row, a space's target utilization over [start_time, end_time) as a whole (D13): average, least and
-- greatest, and for how long it was in each band; nulls without a target capacity, or where nothing has passed.
CREATE MACRO utilization(space, start_time, end_time) AS TABLE
WITH question AS (
  SELECT
    base.find_space(space) AS question_space,
    base.to_ms(start_time) AS question_start,
    base.to_ms(end_time) AS question_end
),
stretch AS (
  SELECT *
  FROM base.stretches(
    (SELECT question_space FROM question),
    (SELECT question_start FROM question),
    (SELECT question_end FROM question)
  )
),
total AS (
  SELECT
    sum(next_ts - ts) AS measured,
    sum(count::BIGINT * (next_ts - ts))::DOUBLE / nullif(sum(next_ts - ts), 0) AS average_count,
    min(count) AS least,
    max(count) AS most
  FROM stretch
),
band AS (
  SELECT
    coalesce(sum(next_ts - ts) FILTER (count * 5 < target * 2), 0) AS below_40,
    coalesce(sum(next_ts - ts) FILTER (count * 5 >= target * 2 AND count * 5 < target * 4), 0) AS below_80,
    coalesce(sum(next_ts - ts) FILTER (count * 5 >= target * 4 AND count < target), 0) AS below_100,
    coalesce(sum(next_ts - ts) FILTER (count >= target), 0) AS above
  FROM stretch
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
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(band.below_40) END AS duration_0,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(band.below_80) END AS duration_40,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(band.below_100) END AS duration_80,
  CASE WHEN counted.target_capacity > 0 THEN to_milliseconds(band.above) END AS duration_100
FROM question
JOIN base.space AS counted ON counted.id = question_space
CROSS JOIN total
CROSS JOIN band
