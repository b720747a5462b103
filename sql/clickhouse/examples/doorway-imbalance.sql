-- At which doorways do entrances and exits differ so much that the sensor may be miscounting?
-- One row per doorway and space with events in the last four weeks, those with the largest difference first.
-- Over several weeks, entrances and exits should be equal. If a space has several doorways, people may prefer some of
-- them in one direction: compare `imbalance_percent` of the doorway with `space_percent` of all doorways of the space.
WITH passed AS (
  SELECT space_name, doorway_name, countIf(direction = 1) AS entrances, countIf(direction = -1) AS exits
  FROM space_events
  WHERE timestamp >= (SELECT timestamp FROM as_of) - INTERVAL 28 DAY
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
