-- Which sensors have been silent for longer than ever in the four weeks before?
-- One row per sensor with events in the last four weeks, the most unusual silence first.
-- `times_longest` is the present silence divided by the longest one before: above 1, it is the longest of all. Nights
-- and holidays count as silence.
WITH
  (SELECT timestamp FROM as_of) AS present,
  silence AS (
    SELECT
      sensor_serial_number,
      doorway_name,
      timestamp,
      lagInFrame(toNullable(timestamp)) OVER (
        PARTITION BY sensor_serial_number ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
      ) AS previous
    FROM events
    WHERE timestamp >= present - INTERVAL 28 DAY
  )
SELECT
  sensor_serial_number,
  argMax(tuple(doorway_name), timestamp).1 AS doorway_name,
  max(timestamp) AS last_event,
  dateDiff('millisecond', max(timestamp), present) / 1000 AS silent_for,
  max(dateDiff('millisecond', previous, timestamp)) / 1000 AS longest_before,
  round(silent_for / longest_before, 2) AS times_longest
FROM silence
GROUP BY sensor_serial_number
ORDER BY times_longest DESC, sensor_serial_number
