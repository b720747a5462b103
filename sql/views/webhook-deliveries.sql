-- Grain: one row per webhook call, with its status and last attempt.
CREATE OR REPLACE VIEW webhook_delivery AS
WITH latest AS (
  SELECT call_id, attempt, status, response_status, error, next_attempt_at
  FROM webhook_outcome
  QUALIFY row_number() OVER (PARTITION BY call_id ORDER BY attempt DESC) = 1
)
SELECT
  call.id,
  call.webhook_id,
  call.space_id,
  call.sequence,
  call.message_id,
  call.created_at,
  coalesce(latest.status, 'pending') AS status,
  coalesce(latest.attempt, 0) AS attempts,
  latest.response_status,
  latest.error,
  latest.next_attempt_at
FROM webhook_call AS call
LEFT JOIN latest ON latest.call_id = call.id;
