-- Grain: one row a space and UTC day that incoming events count for.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT binding.space_id, incoming.ts // 86400000
FROM incoming
JOIN binding
  ON binding.sensor = incoming.sensor
  AND incoming.ts >= binding.valid_from
  AND incoming.ts < binding.valid_to
