-- How busy were all spaces of each building together on each of the last 14 days?
-- One row per building and day, in order of both.
-- The numbers are sums over the spaces in the building. The building's own count is in `daily` under its name.
SELECT
  building_name,
  local_date,
  max(building_hourly.spaces) AS spaces,
  sum(building_hourly.entrances) AS entrances,
  round(max(average_count), 1) AS busiest_hour_average,
  argMax(local_hour, average_count) AS busiest_hour
FROM building_hourly
WHERE timestamp >= (SELECT timestamp FROM as_of) - INTERVAL 16 DAY
  AND local_date >= (SELECT toDate32(timestamp) FROM as_of) - 14
GROUP BY building_name, local_date
ORDER BY building_name, local_date
