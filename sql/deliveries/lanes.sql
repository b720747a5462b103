-- Grain: one row a webhook and space that has had calls: how far they have come.
WITH finished AS (
  SELECT call.webhook_id, call.space_id, max(call.id) AS finished_id
  FROM webhook_outcome AS outcome
  JOIN webhook_call AS call ON call.id = outcome.call_id
  WHERE outcome.status <> 'retrying'
  GROUP BY call.webhook_id, call.space_id
),
retried AS (
  SELECT call_id, max(attempt) AS attempts, max(next_attempt_at) AS next_attempt_at
  FROM webhook_outcome
  GROUP BY call_id
  HAVING bool_and(status = 'retrying')
)
SELECT
  call.webhook_id,
  call.space_id,
  max(call.sequence) AS sequence,
  any_value(coalesce(finished.finished_id, 0)) AS finished_id,
  count(*) FILTER (call.id > coalesce(finished.finished_id, 0)) AS pending,
  coalesce(max(retried.attempts), 0) AS attempts,
  max(retried.next_attempt_at) AS next_attempt_at
FROM webhook_call AS call
SEMI JOIN webhook ON webhook.id = call.webhook_id
LEFT JOIN finished ON finished.webhook_id = call.webhook_id AND finished.space_id = call.space_id
LEFT JOIN retried ON retried.call_id = call.id
GROUP BY call.webhook_id, call.space_id
ORDER BY call.webhook_id, call.space_id
