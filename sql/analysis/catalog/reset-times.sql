-- Grain: one row a time zone and time of a daily reset in it.
SELECT DISTINCT time_zone, daily_reset
FROM base.schedule
WHERE daily_reset IS NOT NULL
