-- Grain: one row a span of a space's daily reset, ascending, where its hours are to be derived.
SELECT plan.position, schedule.time_zone, schedule.daily_reset, schedule.valid_from, schedule.valid_to
FROM base.schedule
JOIN base.hours_plan AS plan USING (space_id)
ORDER BY plan.position, schedule.valid_from NULLS FIRST
