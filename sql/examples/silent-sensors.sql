-- Which sensors have been silent for longer than they ever were in the four weeks before?
-- Grain: one row a sensor that has sent events, the one that stands out most first.
-- `times_longest` above 1 means: never so long before. Nights and holidays are among the silences.
WITH silence AS (
  SELECT
    sensor_serial_number,
    doorway_name,
    "timestamp",
    "timestamp" - lag("timestamp") OVER (PARTITION BY sensor_serial_number ORDER BY "timestamp") AS before
  FROM events
  WHERE "timestamp" >= (SELECT "timestamp" FROM as_of) - INTERVAL 28 DAY
)
SELECT
  sensor_serial_number,
  arg_max(doorway_name, "timestamp") AS doorway_name,
  max("timestamp") AS last_event,
  (SELECT "timestamp" FROM as_of) - max("timestamp") AS silent_for,
  max(before) AS longest_before,
  round(epoch((SELECT "timestamp" FROM as_of) - max("timestamp")) / epoch(max(before)), 2) AS times_longest
FROM silence
GROUP BY sensor_serial_number
ORDER BY times_longest DESC, sensor_serial_number
