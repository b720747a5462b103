-- Grain: removes the messages of doomed calls that no other call has.
DELETE FROM webhook_message
WHERE id IN (SELECT message_id FROM doomed_call)
  AND id NOT IN (SELECT message_id FROM webhook_call)
