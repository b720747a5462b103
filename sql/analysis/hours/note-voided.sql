-- Grain: one row a voided event that the hours know to be one.
INSERT INTO base.hours_voided
SELECT id
FROM base.voided_event
