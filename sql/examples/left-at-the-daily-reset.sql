-- How many people are counted inside immediately before the daily reset?
-- One row per space with a daily reset, the highest number first.
-- At 04:00 a space is usually empty. A count above 0 then means that sensors missed exits or counted people twice.
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
