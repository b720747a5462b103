-- Grain: one row an event that has been told of.
DELETE FROM pending_event
WHERE event_id IN (SELECT unnest($event_ids))
