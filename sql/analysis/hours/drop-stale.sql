-- Grain: one row an hour that is derived again with a count at its start. No space's hours are derived from before
-- `from_ts` on: by that bound, hours that stay are not read.
DELETE FROM base.hour
USING base.hours_plan AS plan
WHERE plan.space_id = hour.space_id
  AND plan.opening IS NOT NULL
  AND hour.start_ts >= plan.start_ts
  AND hour.start_ts >= $from_ts
