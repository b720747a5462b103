-- Grain: one row per sensor and UTC day in the measured range, with the space that its events change and the daily reset
-- of that space. Without this table, DuckDB's optimizer joins the log with the days first.
CREATE OR REPLACE TEMP TABLE sensor_day AS
SELECT
  binding.sensor,
  daily_reset.day,
  daily_reset.ts AS reset_ts,
  binding.space_id,
  binding.sensor_placement
FROM binding
JOIN daily_reset USING (space_id)
