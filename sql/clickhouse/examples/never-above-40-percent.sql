-- Which spaces never exceeded 40 % of their target capacity in the last eight weeks?
-- One row per space, the lowest utilization first.
-- Spaces without a target capacity are not included. Spaces with less than eight weeks of data are.
SELECT
  space_name,
  any(spaces.target_capacity) AS target_capacity,
  max(daily.max) AS most_people,
  round(100 * max(daily.target_utilization), 1) AS highest_percent,
  count() AS days
FROM daily
JOIN spaces ON spaces.id = daily.space_id
WHERE daily.timestamp >= (SELECT timestamp FROM as_of) - INTERVAL 56 DAY
  AND daily.local_date >= (SELECT toDate32(timestamp) FROM as_of) - 58
  AND spaces.target_capacity > 0
GROUP BY daily.space_id, space_name
HAVING max(daily.target_utilization) <= 0.4
ORDER BY highest_percent, space_name
