-- Grain: one row an event of the log, in order.
SELECT id, ts, sensor, trajectory, event_id
FROM event
