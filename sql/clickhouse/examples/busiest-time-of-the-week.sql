-- At which hour of each weekday is each space usually busiest?
-- One row per space and weekday with people, in order of the week.
-- `median` is the median over twelve weeks of the average count of the hour. The quartiles show how much weeks differ.
-- `floor` rounds halves up; `round` rounds them to the even digit.
SELECT space_name, weekday, local_hour, median, lower_quartile, upper_quartile, weeks
FROM (
  SELECT
    space_name,
    weekday_number,
    weekday,
    typical_week.local_hour AS local_hour,
    floor(10 * average_count_median + 0.5) / 10 AS median,
    floor(10 * average_count_q1 + 0.5) / 10 AS lower_quartile,
    floor(10 * average_count_q3 + 0.5) / 10 AS upper_quartile,
    weeks
  FROM typical_week
  WHERE average_count_median > 0
  ORDER BY average_count_median DESC, local_hour
  LIMIT 1 BY space_id, weekday_number
)
ORDER BY space_name, weekday_number
