-- How busy were the spaces in each building on each of the last 14 days, all together?
-- Grain: one row a building and day, in order.
-- These are sums over the spaces in the building; the count of its own doors is in `daily` under the building's name.
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
