-- Grain: one row, whether an event has been voided that has not been taken from the others.
SELECT EXISTS (
  SELECT 1
  FROM base.voided_id
  ANTI JOIN base.voided_event USING (id)
) AS voided
