-- Grain: one row per webhook delivery, with its status and last attempt.
CREATE OR REPLACE VIEW delivery_status AS
WITH latest AS (
  SELECT delivery_id, attempt, status, response_status, error, next_attempt_at
  FROM webhook_outcome
  QUALIFY row_number() OVER (PARTITION BY delivery_id ORDER BY attempt DESC) = 1
)
SELECT
  delivery.id,
  delivery.webhook_id,
  delivery.space_id,
  delivery.sequence,
  delivery.message_id,
  delivery.created_at,
  coalesce(latest.status, 'pending') AS status,
  coalesce(latest.attempt, 0) AS attempts,
  latest.response_status,
  latest.error,
  latest.next_attempt_at
FROM webhook_delivery AS delivery
LEFT JOIN latest ON latest.delivery_id = delivery.id;
