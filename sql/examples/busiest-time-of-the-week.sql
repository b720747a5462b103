-- At which hour of each weekday is each space usually busiest?
-- One row per space and weekday with people, in order of the week.
-- `median` is the median over twelve weeks of the average count of the hour. The quartiles show how much weeks differ.
SELECT
  space_name,
  weekday,
  local_hour,
  round(average_count_median, 1) AS median,
  round(average_count_q1, 1) AS lower_quartile,
  round(average_count_q3, 1) AS upper_quartile,
  weeks
FROM typical_week
WHERE average_count_median > 0
QUALIFY
  row_number() OVER (PARTITION BY space_id, weekday_number ORDER BY average_count_median DESC, local_hour) = 1
ORDER BY space_name, weekday_number
