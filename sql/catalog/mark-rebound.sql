-- Grain: one row a space and UTC day that a sensor with events then is rebound for. A sensor's days are
-- looked at, not each event: where none changes sides after all, deriving finds what was there.
INSERT INTO stale_run (space_id, day)
SELECT DISTINCT rebound.space_id, busy.day
FROM (
  SELECT sensor, ts // 86400000 AS day, min(ts) AS first_ts, max(ts) AS last_ts
  FROM event
  SEMI JOIN rebound USING (sensor)
  WHERE ts >= $valid_from
    AND ts < $valid_to
  GROUP BY sensor, day
) AS busy
JOIN rebound
  ON rebound.sensor = busy.sensor
  AND rebound.valid_from <= busy.last_ts
  AND rebound.valid_to > busy.first_ts
