-- Which entrances do people use?
-- Grain: one row a doorway and space of the last four weeks, the most used of each space first.
SELECT
  space_name,
  doorway_name,
  count(*) AS entrances,
  round(100 * count(*) / sum(count(*)) OVER (PARTITION BY space_name), 1) AS share_percent
FROM space_events
WHERE direction = 1
  AND "timestamp" >= (SELECT "timestamp" FROM as_of) - INTERVAL 28 DAY
GROUP BY space_name, doorway_name
ORDER BY space_name, entrances DESC, doorway_name
