-- Grain: removes the calls that are doomed.
DELETE FROM webhook_call
WHERE id IN (SELECT id FROM doomed_call)
