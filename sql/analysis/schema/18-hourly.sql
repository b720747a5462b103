-- Grain: one row a space and hour of its local time, from its first change up to the present; the last one is
-- under way, and hours in which the clocks change may be shorter. Fields as in `counts` (D12).
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
FROM base.space_hour AS hour
JOIN base.space ON space.id = hour.space_id
