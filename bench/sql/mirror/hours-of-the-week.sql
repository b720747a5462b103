-- Grain: one row per hour of the week: the average of the counts of all spaces.
SELECT weekday, local_hour, avg(average_count) AS average_count
FROM hourly
GROUP BY weekday, local_hour
