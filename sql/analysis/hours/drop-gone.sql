-- Grain: one row an hour of a space that is gone, or has no changes left.
DELETE FROM base.hour
WHERE space_id NOT IN (SELECT space_id FROM base.hours_plan)
