-- Grain: removes the outcomes of calls that are doomed.
DELETE FROM webhook_outcome
WHERE call_id IN (SELECT id FROM doomed_call)
