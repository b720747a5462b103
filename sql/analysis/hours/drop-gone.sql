-- Grain: one row an hour of a space that had changes, and is gone or has none left.
DELETE FROM base.hour
WHERE space_id IN (
  SELECT space_id FROM base.hours_space WHERE has_changes
  EXCEPT
  SELECT space_id FROM base.hours_plan
)
