-- Grain: one row a space and UTC day in a span whose run may have changes. Whole days of sensors are compared with
-- bindings, not events: if no event counts for the space, the run is derived without changes.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT binding.space_id, busy.day
FROM (
  SELECT DISTINCT sensor, (ts // 86400000)::INTEGER AS day
  FROM event
  WHERE ts >= $first_day::BIGINT * 86400000
    AND ts < ($last_day::BIGINT + 1) * 86400000
) AS busy
JOIN binding
  ON binding.sensor = busy.sensor
  AND binding.valid_from < (busy.day::BIGINT + 1) * 86400000
  AND binding.valid_to > busy.day::BIGINT * 86400000
WHERE ($space_id IS NULL OR binding.space_id = $space_id)
