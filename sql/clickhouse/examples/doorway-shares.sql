-- Through which doorways do people enter each space?
-- One row per doorway and space with events in the last four weeks, the most used doorway of each space first.
SELECT
  space_name,
  doorway_name,
  count() AS entrances,
  round(100 * count() / sum(count()) OVER (PARTITION BY space_name), 1) AS share_percent
FROM space_events
WHERE direction = 1
  AND timestamp >= (SELECT timestamp FROM as_of) - INTERVAL 28 DAY
GROUP BY space_name, doorway_name
ORDER BY space_name, entrances DESC, doorway_name
