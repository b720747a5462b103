-- Grain: one row an event that has been voided and not been taken from the others yet.
INSERT INTO base.voided_event
SELECT id, ts, sensor
FROM base.{table}
WHERE id IN (
    SELECT id
    FROM base.voided_id
    ANTI JOIN base.voided_event USING (id)
  )
