-- Grain: one row a token, in order of creation.
SELECT id, name, hash, scopes, rate, created_at
FROM token
ORDER BY id
