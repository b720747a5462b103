-- Grain: removes the outcomes that a later attempt at their call has replaced.
DELETE FROM webhook_outcome
USING last_attempt
WHERE webhook_outcome.call_id = last_attempt.call_id
  AND webhook_outcome.attempt < last_attempt.attempt
