-- Grain: one row an event from before an instant that was still to be told of.
DELETE FROM pending_event
USING event
WHERE event.id = pending_event.event_id
  AND event.ts < $boundary
