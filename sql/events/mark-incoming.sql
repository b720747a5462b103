-- Grain: one row a space and UTC day that incoming events may count for: events of a sensor and day are joined with
-- the bindings together.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT binding.space_id, busy.day
FROM (
  SELECT sensor, ts // 86400000 AS day, min(ts) AS first_ts, max(ts) AS last_ts
  FROM incoming
  GROUP BY sensor, day
) AS busy
JOIN binding
  ON binding.sensor = busy.sensor
  AND busy.last_ts >= binding.valid_from
  AND busy.first_ts < binding.valid_to
