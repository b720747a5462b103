-- Grain: one row an event about to enter the log, in the order of the input.
CREATE OR REPLACE TEMP TABLE incoming AS
SELECT judged.row, judged.ts, sensor.key AS sensor, judged.trajectory, judged.event_id
FROM judged
JOIN sensor USING (serial_number)
WHERE judged.problem IS NULL
