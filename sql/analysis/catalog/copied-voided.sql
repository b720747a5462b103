-- Grain: one row a voided event.
SELECT id
FROM voided_event
