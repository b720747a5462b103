-- Grain: one row a change that matches; oldest first with a sign of 1, newest first with -1.
SELECT id, ts, token_id, actor, action, resource_type, resource_id, changes
FROM audit_entry
WHERE ts >= $start_ts
  AND ts < $end_ts
  AND ($token_id IS NULL OR token_id = $token_id)
  AND ($resource_id IS NULL OR resource_id = $resource_id)
ORDER BY id * $sign
LIMIT $limit OFFSET $offset
