-- Grain: one row a space whose hours are to be derived, in order.
SELECT plan.position, plan.space_id, plan.start_ts, plan.opening, space.time_zone
FROM base.hours_plan AS plan
JOIN base.space ON space.id = plan.space_id
ORDER BY plan.position
