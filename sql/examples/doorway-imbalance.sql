-- At which doorways do entrances and exits differ so much that the sensor may be miscounting?
-- Grain: one row a doorway and space of the last four weeks, the most uneven first.
-- Over weeks, entrances and exits should be equal. A space with several doorways may have one-way habits, so look at
-- `imbalance_percent` of single doorways together with `space_percent`, that of all the space's doorways.
WITH passed AS (
  SELECT
    space_name,
    doorway_name,
    count(*) FILTER (direction = 1) AS entrances,
    count(*) FILTER (direction = -1) AS exits
  FROM space_events
  WHERE "timestamp" >= (SELECT "timestamp" FROM as_of) - INTERVAL 28 DAY
  GROUP BY space_name, doorway_name
)
SELECT
  space_name,
  doorway_name,
  entrances,
  exits,
  round(100 * (entrances - exits) / (entrances + exits), 2) AS imbalance_percent,
  round(
    100 * sum(entrances - exits) OVER (PARTITION BY space_name) / sum(entrances + exits) OVER (PARTITION BY space_name),
    2
  ) AS space_percent
FROM passed
ORDER BY abs(imbalance_percent) DESC, space_name, doorway_name
