-- Grain: one row a voided event from before an instant.
DELETE FROM voided_event
USING event
WHERE event.id = voided_event.id
  AND event.ts < $boundary
