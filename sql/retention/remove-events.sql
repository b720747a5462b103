-- Grain: one row an event from before an instant.
DELETE FROM event
WHERE ts < $boundary
