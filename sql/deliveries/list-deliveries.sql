-- Grain: one row a call of a webhook: its newest, and all whose last attempt failed; newest first.
WITH listed AS (
  SELECT *
  FROM (
    SELECT *, row_number() OVER (ORDER BY id DESC) AS age
    FROM webhook_delivery
    WHERE webhook_id = $webhook_id
  )
  WHERE age <= $newest OR status IN ('retrying', 'dead')
  ORDER BY id DESC
  LIMIT $limit OFFSET $offset
)
SELECT listed.*, message.event_id, message.body
FROM listed
JOIN webhook_message AS message ON message.id = listed.message_id
ORDER BY listed.id DESC
