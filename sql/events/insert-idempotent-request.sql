-- Grain: one row a request with a key.
INSERT INTO idempotent_request (token_hash, key, fingerprint, event_id, answer, created_at)
VALUES ($token_hash, $key, $fingerprint, $event_id, $answer, $created_at)
