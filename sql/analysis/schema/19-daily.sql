-- Grain: one row a space and day of its local time, from its first change up to the present; the first one begins
-- with the hour of that change, and the last one is under way. Fields as in `hourly`.
CREATE VIEW daily AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(day.start_ts) AS "timestamp",
  day.local_date,
  dayname(day.local_date) AS weekday,
  day.length / 3600000 AS hours,
  day.count,
  day.min,
  day.max,
  day.integral::DOUBLE / day.length AS average_count,
  day.entrances,
  day.exits,
  day.max / nullif(space.capacity, 0) AS utilization,
  day.max / nullif(space.target_capacity, 0) AS target_utilization
FROM (
  SELECT
    space_id,
    make_timestamp_ms(start_ts + offset_ms)::DATE AS local_date,
    min(start_ts) AS start_ts,
    sum(end_ts - start_ts)::BIGINT AS length,
    arg_min(count, start_ts) AS count,
    min(min) AS min,
    max(max) AS max,
    sum(integral) AS integral,
    sum(entrances)::BIGINT AS entrances,
    sum(exits)::BIGINT AS exits
  FROM base.space_hour
  GROUP BY space_id, local_date
) AS day
JOIN base.space ON space.id = day.space_id
