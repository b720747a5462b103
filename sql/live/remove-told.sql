-- Grain: one row an event that has been told of.
DELETE FROM owed_event
WHERE list_contains($event_ids, event_id)
