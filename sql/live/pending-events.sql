-- Grain: one row a valid event that is to be told of when it falls due.
SELECT id, ts, sensor, trajectory, valid_event.event_id
FROM valid_event
JOIN pending_event ON pending_event.event_id = valid_event.id
ORDER BY ts, id
