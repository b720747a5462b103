-- Grain: one row a sensor and UTC day in the measured range: the space its events count for, and that
-- space's one daily reset on the day. Left to itself the optimizer joins the log with the days first.
CREATE OR REPLACE TEMP TABLE sensor_day AS
SELECT
  binding.sensor,
  daily_reset.day,
  daily_reset.ts AS reset_ts,
  binding.space_id,
  binding.sensor_placement
FROM binding
JOIN daily_reset USING (space_id)
