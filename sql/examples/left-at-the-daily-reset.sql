-- How many people are still counted inside when the daily reset comes?
-- Grain: one row a space with a daily reset, the most first.
-- At 04:00 a space is mostly empty: the rest are entrances counted too often, or exits missed, by its sensors.
SELECT
  spaces.name AS space_name,
  count(*) AS resets,
  round(avg(change.count_before), 1) AS left_on_average,
  max(change.count_before) AS left_at_most
FROM spaces
CROSS JOIN LATERAL (
  FROM count_changes(
    spaces.id,
    (SELECT "timestamp" FROM as_of) - INTERVAL 28 DAY,
    (SELECT "timestamp" FROM as_of)
  )
) AS change
WHERE change.kind = 'daily_reset'
GROUP BY spaces.id, spaces.name
ORDER BY left_on_average DESC, space_name
