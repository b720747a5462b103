-- Grain: one row an hour that is derived again.
DELETE FROM base.hour
USING base.hours_plan AS plan
WHERE plan.space_id = hour.space_id
  AND (plan.opening IS NULL OR hour.start_ts >= plan.start_ts)
