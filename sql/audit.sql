-- The audit log: one entry per change of a resource.

-- name: count-entries
-- Grain: one row: how many changes there are that match; null matches all.
SELECT count(*) AS total
FROM audit_entry
WHERE ts >= $start_ts
  AND ts < $end_ts
  AND ($token_id IS NULL OR token_id = $token_id)
  AND ($resource_id IS NULL OR resource_id = $resource_id)

-- name: list-entries
-- Grain: one row per change that matches; oldest first with a sign of 1, newest first with -1.
SELECT id, ts, token_id, actor, action, resource_type, resource_id, changes
FROM audit_entry
WHERE ts >= $start_ts
  AND ts < $end_ts
  AND ($token_id IS NULL OR token_id = $token_id)
  AND ($resource_id IS NULL OR resource_id = $resource_id)
ORDER BY id * $sign
LIMIT $limit OFFSET $offset

-- name: last-entry
-- Grain: one row: the highest number of an entry in the audit log.
SELECT coalesce(max(id), 0) AS id
FROM audit_entry
