-- Grain: one row a valid event whose notification is pending.
SELECT id, ts, sensor, trajectory, valid_event.event_id
FROM valid_event
JOIN pending_event ON pending_event.event_id = valid_event.id
ORDER BY ts, id
