-- Grain: one row, how many changes there are that match; null matches all.
SELECT count(*) AS total
FROM audit_entry
WHERE ts >= $start_ts
  AND ts < $end_ts
  AND ($token_id IS NULL OR token_id = $token_id)
  AND ($resource_id IS NULL OR resource_id = $resource_id)
