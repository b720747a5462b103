-- Grain: one row an event of the log, in order.
SELECT id, ts, sensor, trajectory, event_id, (ts // 3600000)::INTEGER AS hour
FROM event
