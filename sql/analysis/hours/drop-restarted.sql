-- Grain: one row an hour of a space whose hours are all derived again.
DELETE FROM base.hour
WHERE space_id IN (SELECT space_id FROM base.hours_plan WHERE opening IS NULL)
