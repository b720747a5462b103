-- Which hour of the last seven days was the busiest in each building?
-- One row per building, those with the highest count first.
-- `max` is the highest count of that hour, `average_count` the average count.
SELECT space_name AS building, local_timestamp AS local_hour, weekday, max, round(average_count, 1) AS average_count
FROM hourly
JOIN spaces ON spaces.id = hourly.space_id
WHERE spaces.space_type = 'building'
  AND "timestamp" >= (SELECT "timestamp" FROM as_of) - INTERVAL 7 DAY
QUALIFY row_number() OVER (PARTITION BY space_id ORDER BY max DESC, average_count DESC, "timestamp") = 1
ORDER BY max DESC, building
