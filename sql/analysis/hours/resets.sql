-- Grain: one row an explicit reset from where its space's hours are to be derived on, in D6's order.
SELECT plan.position, reset.ts, reset.count
FROM base.reset
JOIN base.hours_plan AS plan USING (space_id)
WHERE reset.ts >= plan.start_ts
ORDER BY plan.position, reset.ts, reset.id
