-- Grain: one row: how many calls of a webhook are listed.
SELECT count(*) AS total
FROM (
  SELECT status, row_number() OVER (ORDER BY id DESC) AS age
  FROM webhook_delivery
  WHERE webhook_id = $webhook_id
)
WHERE age <= $newest OR status IN ('retrying', 'dead')
