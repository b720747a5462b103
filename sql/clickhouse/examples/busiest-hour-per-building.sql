-- Which hour of the last seven days was the busiest in each building?
-- One row per building, those with the highest count first.
-- `max` is the highest count of that hour, `average_count` the average count.
SELECT
  space_name AS building,
  local_timestamp AS local_hour,
  weekday,
  max,
  round(hourly.average_count, 1) AS average_count
FROM hourly
WHERE space_id IN (SELECT id FROM spaces WHERE space_type = 'building')
  AND timestamp >= (SELECT timestamp FROM as_of) - INTERVAL 7 DAY
ORDER BY max DESC, hourly.average_count DESC, timestamp
LIMIT 1 BY space_id
