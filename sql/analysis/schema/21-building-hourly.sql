-- Grain: one row a building and hour of its spaces' local time: the sums over the spaces in it (those of type
-- `space` that lie in no other). A building's own count comes from its own links (D7) and is in `hourly`.
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
  FROM (
    FROM base.hour
    UNION ALL
    FROM base.running_hour
  ) AS hour
  JOIN base.space ON space.id = hour.space_id
  WHERE space.space_type = 'space'
    AND space.parent_type IS DISTINCT FROM 'space'
  GROUP BY ALL
) AS rolled
JOIN base.space AS building ON building.key = rolled.building_key
