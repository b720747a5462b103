-- In what share of office hours is each space in use?
-- One row per space, the least used first.
-- Office hours are Monday to Friday from 09:00 to 17:00 local time. An hour is in use if anyone was inside during it.
SELECT
  space_name,
  count() AS office_hours,
  countIf(max > 0) AS hours_in_use,
  round(100 * hours_in_use / office_hours, 1) AS in_use_percent
FROM hourly
WHERE timestamp >= (SELECT timestamp FROM as_of) - INTERVAL 28 DAY
  AND weekday NOT IN ('Saturday', 'Sunday')
  AND local_hour BETWEEN 9 AND 16
GROUP BY space_id, space_name
ORDER BY in_use_percent, space_name
