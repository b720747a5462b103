-- Which sensors have been silent for longer than ever in the four weeks before?
-- One row per sensor with events in the last four weeks, the most unusual silence first.
-- `times_longest` is the present silence divided by the longest one before: above 1, it is the longest of all. Nights
-- and holidays count as silence.
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
