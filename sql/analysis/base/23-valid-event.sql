-- Grain: one row an event that has not been voided and is not ahead of the clock (D3).
CREATE VIEW base.valid_event AS
SELECT id, ts, sensor, trajectory, event_id
FROM base.event
ANTI JOIN base.voided_event USING (id)
WHERE ts <= (SELECT ts FROM base.as_of)
