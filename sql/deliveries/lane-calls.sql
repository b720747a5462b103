-- Grain: one row a call of a webhook and space, ascending: the first so many after one id, through another.
WITH call AS (
  SELECT id, sequence, message_id, created_at
  FROM webhook_call
  WHERE webhook_id = $webhook_id
    AND space_id = $space_id
    AND id > $after_id
    AND id <= $through_id
  ORDER BY id
  LIMIT $limit
)
SELECT call.id, call.sequence, call.created_at, call.message_id, message.event_id, message.body
FROM call
JOIN webhook_message AS message ON message.id = call.message_id
ORDER BY call.id
