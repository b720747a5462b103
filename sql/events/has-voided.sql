-- Grain: one row, whether any event has been voided.
SELECT EXISTS (SELECT 1 FROM voided_event) AS voided
