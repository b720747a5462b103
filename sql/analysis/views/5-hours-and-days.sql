-- Counts of all spaces by the hour and day.

-- name: hourly
-- Grain: one row per space and local hour, from its first change to now. The last hour is incomplete, and hours with
-- a clock change can be shorter. The fields are those of `counts` (D12).
CREATE VIEW hourly AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  make_timestamp_ms(hour.start_ts) AS "timestamp",
  make_timestamp_ms(hour.start_ts + hour.offset_ms) AS local_timestamp,
  make_timestamp_ms(hour.start_ts + hour.offset_ms)::DATE AS local_date,
  hour(make_timestamp_ms(hour.start_ts + hour.offset_ms)) AS local_hour,
  dayname(make_timestamp_ms(hour.start_ts + hour.offset_ms)) AS weekday,
  (hour.end_ts - hour.start_ts) / 60000 AS minutes,
  hour.count,
  hour.min,
  hour.max,
  hour.integral / (hour.end_ts - hour.start_ts) AS average_count,
  hour.entrances,
  hour.exits,
  hour.max / nullif(space.capacity, 0) AS utilization,
  hour.max / nullif(space.target_capacity, 0) AS target_utilization
FROM base.hour AS hour
JOIN base.space ON space.id = hour.space_id

-- name: daily
-- Grain: one row per space and local day, from its first change to now. The first day begins with the hour of that
-- change, and the last day is incomplete. A date that occurs twice because of a clock change ends when it first ends
-- (D2). The fields are those of `hourly`.
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
    hour.space_id,
    make_timestamp_ms(greatest(hour.start_ts + hour.offset_ms, repeated.local_from - 1))::DATE AS local_date,
    min(hour.start_ts) AS start_ts,
    sum(hour.end_ts - hour.start_ts)::BIGINT AS length,
    arg_min(hour.count, hour.start_ts) AS count,
    min(hour.min) AS min,
    max(hour.max) AS max,
    sum(hour.integral) AS integral,
    sum(hour.entrances)::BIGINT AS entrances,
    sum(hour.exits)::BIGINT AS exits
  FROM base.hour AS hour
  JOIN base.space ON space.id = hour.space_id
  -- The spans that begin with a date that has ended already: no clocks but those that go back after midnight have one.
  LEFT JOIN (
    FROM base.zone_span
    WHERE CASE
      WHEN from_ts > -9223372036854775808
      THEN (from_ts + offset_ms) // 86400000 < (local_from - 1) // 86400000
    END
  ) AS repeated
    ON repeated.time_zone = space.time_zone
    AND base.is_within(hour.start_ts, repeated.from_ts, repeated.to_ts)
  GROUP BY hour.space_id, local_date
) AS day
JOIN base.space ON space.id = day.space_id

-- name: typical-week
-- Grain: one row per space, weekday (1 is Monday) and local hour, with quartiles over the complete hours of the last
-- twelve weeks.
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
    WHERE start_ts >= (SELECT ts FROM base.source) - 84 * 86400000::BIGINT
      AND (end_ts < (SELECT ts FROM base.source) OR (end_ts + offset_ms) % 3600000 = 0)
  )
  GROUP BY ALL
) AS week
JOIN base.space ON space.id = week.space_id

-- name: building-hourly
-- Grain: one row per building and local hour of its spaces, with sums over the spaces in it: those of type `space`
-- that are not inside another space. A building's own count comes from its own links (D7) and is in `hourly`.
CREATE VIEW building_hourly AS
SELECT
  building.key AS building_id,
  building.name AS building_name,
  make_timestamp_ms(rolled.start_ts) AS "timestamp",
  rolled.local_timestamp,
  rolled.local_timestamp::DATE AS local_date,
  hour(rolled.local_timestamp) AS local_hour,
  dayname(rolled.local_timestamp) AS weekday,
  rolled.spaces,
  rolled.count,
  rolled.average_count,
  rolled.entrances,
  rolled.exits,
  rolled.average_count / nullif(rolled.capacity, 0) AS average_utilization,
  rolled.capacity AS capacity_of_spaces
FROM (
  SELECT
    space.building_key,
    hour.start_ts,
    make_timestamp_ms(hour.start_ts + hour.offset_ms) AS local_timestamp,
    count(*) AS spaces,
    sum(hour.count)::BIGINT AS count,
    sum(hour.integral / (hour.end_ts - hour.start_ts)) AS average_count,
    sum(hour.entrances)::BIGINT AS entrances,
    sum(hour.exits)::BIGINT AS exits,
    sum(space.capacity)::BIGINT AS capacity
  FROM base.hour AS hour
  JOIN base.space ON space.id = hour.space_id
  WHERE space.space_type = 'space'
    AND space.parent_type IS DISTINCT FROM 'space'
  GROUP BY ALL
) AS rolled
JOIN base.space AS building ON building.key = rolled.building_key
