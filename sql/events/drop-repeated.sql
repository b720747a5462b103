-- Grain: one row an incoming event that repeats an earlier one of the same input (D9). Most inputs have none: those
-- that share a sensor and a ms are found first, in order, which takes half as long as to group all.
DELETE FROM incoming
USING (
  SELECT sensor, ts, trajectory, event_id, min(row) AS first_row
  FROM incoming
  SEMI JOIN (
    SELECT ts, sensor
    FROM incoming
    WINDOW in_order AS (ORDER BY ts, sensor)
    QUALIFY ts = lag(ts) OVER in_order AND sensor = lag(sensor) OVER in_order
  ) AS shared USING (ts, sensor)
  GROUP BY ALL
  HAVING count(*) > 1
) AS repeated
WHERE incoming.sensor = repeated.sensor
  AND incoming.ts = repeated.ts
  AND incoming.trajectory = repeated.trajectory
  AND incoming.event_id IS NOT DISTINCT FROM repeated.event_id
  AND incoming.row > repeated.first_row
  AND NOT ($keep_duplicates AND incoming.event_id IS NULL)
