-- Grain: one row a removal of events from the log.
INSERT INTO removal (boundary, removed_at, events, last_event_id)
VALUES ($boundary, $removed_at, $events, $last_event_id)
