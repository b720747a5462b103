-- Which devices need attention?
-- One row per sensor and result of readings that made no events in the last four weeks, the most readings first.
-- These are jumps, totals that fall, conflicts, and readings that were refused. `note` is that of the latest reading.
SELECT
  sensor_serial_number,
  result,
  count(*) AS readings,
  max(received_at) AS latest,
  arg_max(note, coalesce("timestamp", received_at)) AS note
FROM readings
WHERE result IN ('jump', 'backwards', 'conflict', 'refused')
  AND received_at >= (SELECT "timestamp" FROM as_of) - INTERVAL 28 DAY
GROUP BY sensor_serial_number, result
ORDER BY readings DESC, sensor_serial_number, result
