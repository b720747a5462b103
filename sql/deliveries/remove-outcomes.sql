-- Grain: removes the outcomes of calls that are doomed, and those that a later attempt at their call has replaced.
DELETE FROM webhook_outcome
WHERE call_id IN (SELECT id FROM doomed_call)
  OR EXISTS (
    SELECT 1
    FROM webhook_outcome AS later
    WHERE later.call_id = webhook_outcome.call_id
      AND later.attempt > webhook_outcome.attempt
  )
