-- Grain: the request of a token with a key, if it is remembered.
SELECT fingerprint, event_id, answer
FROM idempotent_request
WHERE token_hash = $token_hash
  AND key = $key
  AND created_at >= $since
