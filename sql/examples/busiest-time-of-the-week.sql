-- When in the week is each space usually at its busiest?
-- Grain: one row a space and weekday with people, in the week's order.
-- By the median over twelve weeks of the average count in each hour; the quartiles say how much weeks differ.
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
