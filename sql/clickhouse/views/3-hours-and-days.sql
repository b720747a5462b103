-- Views of the counts of the mirror.

-- name: hourly
-- Grain: one row per space and local hour, from its first change to now. The last hour is incomplete.
CREATE OR REPLACE VIEW hourly DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
SELECT
  space.key AS space_id,
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
JOIN (SELECT id, key, name, capacity, target_capacity FROM space FINAL) AS space ON space.id = hour.space_id

-- name: daily
-- Grain: one row per space and local day, from its first change to now. The last day is incomplete.
CREATE OR REPLACE VIEW daily DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
SELECT
  space.key AS space_id,
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
JOIN (SELECT id, key, name, capacity, target_capacity FROM space FINAL) AS space ON space.id = day.space_id

-- name: breaches
-- Grain: one row per breach of a space's safe limit. `end` is null while it lasts.
CREATE OR REPLACE VIEW breaches DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
SELECT
  space.key AS space_id,
  space.name AS space_name,
  breach.start_ts AS start,
  breach.end_ts AS end,
  breach.peak_count AS peak_count,
  breach.peak_ts AS peak_timestamp,
  breach.safe_limit AS safe_limit
FROM breach_base AS breach FINAL
JOIN (SELECT id, key, name FROM space FINAL) AS space ON space.id = breach.space_id
