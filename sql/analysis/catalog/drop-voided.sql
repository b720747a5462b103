-- Grain: one row an event that has been voided.
DELETE FROM base.{table}
WHERE id IN (SELECT id FROM base.voided_id)
