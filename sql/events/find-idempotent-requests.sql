-- Grain: one row a remembered request that has one of some keys, of whichever token.
SELECT token_hash, key, fingerprint, event_id, answer, created_at
FROM idempotent_request
WHERE list_contains($keys, key)
