-- How busy were all spaces of each building together on each of the last 14 days?
-- One row per building and day, in order of both.
-- The numbers are sums over the spaces in the building. The building's own count is in `daily` under its name.
SELECT
  building_name,
  local_date,
  max(spaces) AS spaces,
  sum(entrances) AS entrances,
  round(max(average_count), 1) AS busiest_hour_average,
  arg_max(local_hour, average_count) AS busiest_hour
FROM building_hourly
WHERE local_date >= (SELECT "timestamp" FROM as_of)::DATE - 14
GROUP BY building_name, local_date
ORDER BY building_name, local_date
