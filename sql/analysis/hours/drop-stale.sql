-- Grain: one row an hour that is not to stay: it is derived again, or its space is gone, or has no changes left.
DELETE FROM base.hour
WHERE space_id NOT IN (SELECT space_id FROM base.hours_plan)
  OR EXISTS (
    SELECT 1
    FROM base.hours_plan AS plan
    WHERE plan.space_id = hour.space_id
      AND (plan.opening IS NULL OR hour.start_ts >= plan.start_ts)
  )
