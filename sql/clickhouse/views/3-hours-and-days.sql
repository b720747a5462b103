-- Views of the counts of the mirror. Ids of spaces are texts of the indexes `space_key`.

-- name: hourly
-- Grain: one row per space and local hour, from its first change to now. The last hour is incomplete.
SELECT
  concat('spc_', toString(hour.space_id)) AS space_id,
  space.name AS space_name,
  hour.start_ts AS timestamp,
  addMilliseconds(hour.start_ts, hour.offset_ms) AS local_timestamp,
  toDate32(local_timestamp) AS local_date,
  toHour(local_timestamp) AS local_hour,
  dateName('weekday', local_timestamp) AS weekday,
  dateDiff('millisecond', hour.start_ts, hour.end_ts) / 60000 AS minutes,
  hour.count AS count,
  hour.min AS min,
  hour.max AS max,
  hour.integral / dateDiff('millisecond', hour.start_ts, hour.end_ts) AS average_count,
  hour.entrances AS entrances,
  hour.exits AS exits,
  hour.max / nullIf(space.capacity, 0) AS utilization,
  hour.max / nullIf(space.target_capacity, 0) AS target_utilization
FROM hour_base AS hour FINAL
JOIN (SELECT id, name, capacity, target_capacity FROM space FINAL) AS space ON space.id = hour.space_id

-- name: daily
-- Grain: one row per space and local date, from its first change to now. The last day is incomplete.
SELECT
  concat('spc_', toString(day.space_id)) AS space_id,
  space.name AS space_name,
  day.start_ts AS timestamp,
  day.local_date AS local_date,
  dateName('weekday', day.local_date) AS weekday,
  day.length / 3600000 AS hours,
  day.count AS count,
  day.min AS min,
  day.max AS max,
  day.integral / day.length AS average_count,
  day.entrances AS entrances,
  day.exits AS exits,
  day.max / nullIf(space.capacity, 0) AS utilization,
  day.max / nullIf(space.target_capacity, 0) AS target_utilization
FROM day_base AS day FINAL
JOIN (SELECT id, name, capacity, target_capacity FROM space FINAL) AS space ON space.id = day.space_id

-- name: typical_week
-- Grain: one row per space, weekday (1 is Monday) and local hour, with quartiles over the last twelve weeks.
SELECT
  concat('spc_', toString(week.space_number)) AS space_id,
  space.name AS space_name,
  week.weekday_number AS weekday_number,
  week.weekday AS weekday,
  week.local_hour AS local_hour,
  week.weeks AS weeks,
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
    hour.space_id AS space_number,
    toDayOfWeek(addMilliseconds(hour.start_ts, hour.offset_ms)) AS weekday_number,
    dateName('weekday', addMilliseconds(hour.start_ts, hour.offset_ms)) AS weekday,
    toHour(addMilliseconds(hour.start_ts, hour.offset_ms)) AS local_hour,
    count() AS weeks,
    quantilesExactInclusive(0.25, 0.5, 0.75)(
      hour.integral / dateDiff('millisecond', hour.start_ts, hour.end_ts)
    ) AS average_count,
    quantilesExactInclusive(0.25, 0.5, 0.75)(hour.max) AS max,
    quantilesExactInclusive(0.25, 0.5, 0.75)(hour.entrances) AS entrances
  FROM hour_base AS hour FINAL
  WHERE hour.start_ts >= (
      SELECT fromUnixTimestamp64Milli(max(as_of_ts) - 84 * 86400000, 'UTC') FROM cut WHERE is_complete = 1
    )
    AND (
      hour.end_ts < (SELECT fromUnixTimestamp64Milli(max(as_of_ts), 'UTC') FROM cut WHERE is_complete = 1)
      OR (toUnixTimestamp64Milli(hour.end_ts) + hour.offset_ms) % 3600000 = 0
    )
  GROUP BY space_number, weekday_number, weekday, local_hour
) AS week
JOIN (SELECT id, name FROM space FINAL) AS space ON space.id = week.space_number

-- name: building_hourly
-- Grain: one row per building and local hour, with sums over its outermost spaces. `hourly` has its own count.
SELECT
  building.key AS building_id,
  building.name AS building_name,
  rolled.start_ts AS timestamp,
  addMilliseconds(rolled.start_ts, rolled.offset_ms) AS local_timestamp,
  toDate32(local_timestamp) AS local_date,
  toHour(local_timestamp) AS local_hour,
  dateName('weekday', local_timestamp) AS weekday,
  rolled.spaces AS spaces,
  rolled.count AS count,
  rolled.average_count AS average_count,
  rolled.entrances AS entrances,
  rolled.exits AS exits,
  rolled.average_count / nullIf(rolled.capacity, 0) AS average_utilization,
  rolled.capacity AS capacity_of_spaces
FROM (
  SELECT
    space.building_key AS building_key,
    hour.start_ts AS start_ts,
    hour.offset_ms AS offset_ms,
    count() AS spaces,
    sum(hour.count) AS count,
    sum(hour.integral / dateDiff('millisecond', hour.start_ts, hour.end_ts)) AS average_count,
    sum(hour.entrances) AS entrances,
    sum(hour.exits) AS exits,
    sum(space.capacity) AS capacity
  FROM hour_base AS hour FINAL
  JOIN (
    SELECT id, building_key, capacity
    FROM space FINAL
    WHERE space_type = 'space' AND coalesce(parent_type, '') != 'space'
  ) AS space ON space.id = hour.space_id
  GROUP BY building_key, start_ts, offset_ms
) AS rolled
JOIN (SELECT key, name FROM space FINAL) AS building ON building.key = rolled.building_key

-- name: breaches
-- Grain: one row per breach of a space's safe limit, with its whole duration. `end` is null while the breach lasts.
SELECT
  concat('spc_', toString(breach.space_id)) AS space_id,
  breach.start_ts AS start,
  breach.end_ts AS end,
  breach.peak_count AS peak_count,
  breach.peak_ts AS peak_timestamp,
  breach.safe_limit AS safe_limit,
  addMilliseconds(breach.start_ts, span.offset_ms) AS local_start
FROM (SELECT *, toUnixTimestamp64Milli(start_ts) AS ms FROM breach_base FINAL) AS breach
JOIN (SELECT id, time_zone FROM space FINAL) AS space ON space.id = breach.space_id
ASOF JOIN (SELECT time_zone, from_ts, offset_ms FROM zone_span FINAL) AS span
  ON span.time_zone = space.time_zone AND span.from_ts <= breach.ms
