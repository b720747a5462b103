-- Grain: one row where a webhook has a call of the id.
SELECT delivery.*, message.event_id, message.body
FROM webhook_delivery AS delivery
JOIN webhook_message AS message ON message.id = delivery.message_id
WHERE delivery.webhook_id = $webhook_id
  AND delivery.id = $id
