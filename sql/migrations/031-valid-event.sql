-- Grain: one row an event of the log that has not been voided (D5).
CREATE VIEW valid_event AS
SELECT id, ts, sensor, trajectory, event_id
FROM event
ANTI JOIN voided_event USING (id)
