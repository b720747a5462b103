-- Grain: one row an event about to enter the log, in the order of the input.
CREATE OR REPLACE TEMP TABLE incoming AS
WITH known AS (
  SELECT serial_number, key
  FROM sensor
  UNION ALL
  SELECT serial_number, key
  FROM new_sensor
)
SELECT judged.row, judged.ts, known.key AS sensor, judged.trajectory, judged.event_id
FROM judged
JOIN known USING (serial_number)
WHERE judged.problem IS NULL
