-- Grain: one row a space, weekday (1 is Monday) and hour of its local time: quartiles over the last twelve weeks, by
-- the hours that have ended.
CREATE VIEW typical_week AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  week.weekday_number,
  week.weekday,
  week.local_hour,
  week.weeks,
  week.average_count[1] AS average_count_q1,
  week.average_count[2] AS average_count_median,
  week.average_count[3] AS average_count_q3,
  week.max[1] AS max_q1,
  week.max[2] AS max_median,
  week.max[3] AS max_q3,
  week.entrances[1] AS entrances_q1,
  week.entrances[2] AS entrances_median,
  week.entrances[3] AS entrances_q3
FROM (
  SELECT
    space_id,
    isodow(local_start) AS weekday_number,
    dayname(local_start) AS weekday,
    hour(local_start) AS local_hour,
    count(*) AS weeks,
    quantile_cont(integral / (end_ts - start_ts), [0.25, 0.5, 0.75]) AS average_count,
    quantile_cont(max, [0.25, 0.5, 0.75]) AS max,
    quantile_cont(entrances, [0.25, 0.5, 0.75]) AS entrances
  FROM (
    SELECT *, make_timestamp_ms(start_ts + offset_ms) AS local_start
    FROM base.hour
    WHERE start_ts >= (SELECT ts FROM base.as_of) - 84 * 86400000::BIGINT
  )
  GROUP BY ALL
) AS week
JOIN base.space ON space.id = week.space_id
