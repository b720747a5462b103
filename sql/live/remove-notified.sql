-- Grain: one row an event whose notification is not pending any more.
DELETE FROM pending_event
WHERE event_id IN (SELECT unnest($event_ids))
