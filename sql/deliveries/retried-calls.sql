-- Grain: one row a call of which several outcomes are kept: the number of its last attempt.
SELECT call_id, max(attempt)::BIGINT AS attempt
FROM webhook_outcome
GROUP BY call_id
HAVING count(*) > 1
LIMIT $limit
