-- Grain: one row a space and daily reset that has fallen due (D8).
CREATE VIEW base.due_daily_reset AS
SELECT schedule.space_id, daily_reset.ts
FROM base.schedule
JOIN base.daily_reset
  ON daily_reset.time_zone = schedule.time_zone
  AND daily_reset.daily_reset = schedule.daily_reset
  AND daily_reset.ts >= coalesce(schedule.valid_from, -9223372036854775808)
  AND daily_reset.ts < coalesce(schedule.valid_to, 9223372036854775807)
