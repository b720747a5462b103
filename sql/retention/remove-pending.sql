-- Grain: one row an event from before an instant whose notification is pending.
DELETE FROM pending_event
USING event
WHERE event.id = pending_event.event_id
  AND event.ts < $boundary
