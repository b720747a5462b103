-- Grain: one row a UTC day on which a sensor has events within a span: they may have come to belong to
-- a space, or ceased to.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT $space_id, ts // 86400000
FROM event
WHERE sensor = $sensor
  AND ts >= $valid_from
  AND ts < $valid_to
