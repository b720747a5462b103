-- Grain: one row a call that need not be kept: of a webhook that is gone, or finished, where its webhook has
-- enough newer ones. The last of each lane stays, and the last of all: numbers go on from them.
SELECT id, message_id
FROM (
  SELECT
    call.id,
    call.message_id,
    outcome.status,
    row_number() OVER (PARTITION BY call.webhook_id, outcome.status ORDER BY call.id DESC) AS age
  FROM webhook_call AS call
  JOIN webhook_outcome AS outcome ON outcome.call_id = call.id
  SEMI JOIN webhook ON webhook.id = call.webhook_id
  WHERE outcome.status <> 'retrying'
)
WHERE age > CASE status WHEN 'delivered' THEN $delivered_kept ELSE $dead_kept END
  AND id NOT IN (SELECT max(id) FROM webhook_call GROUP BY webhook_id, space_id)
UNION ALL
SELECT id, message_id
FROM webhook_call AS call
ANTI JOIN webhook ON webhook.id = call.webhook_id
WHERE id < (SELECT max(id) FROM webhook_call)
ORDER BY id
LIMIT $limit
