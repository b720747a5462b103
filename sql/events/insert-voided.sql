-- Grain: one row an event that is voided.
INSERT INTO voided_event (id, voided_at)
VALUES ($id, $voided_at)
